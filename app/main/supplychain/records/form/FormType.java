package supplychain.records.form;

/** The records that a form is for. */
public enum FormType {
  TRANSACTION,
  FARMER,
  PAYMENT,
  PRODUCT
}
