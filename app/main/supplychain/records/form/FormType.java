package supplychain.records.form;

/** What a form is filled in for. */
public enum FormType {
  TRANSACTION,
  FARMER,
  PAYMENT,
  PRODUCT
}
