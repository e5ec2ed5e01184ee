# The five requests, in the order in which they are measured: the company is read before products are added to it.
# wrk.lua puts a farmer's id for {farmer}, and a text never sent before for {unique}.

operations=(company farmer product-transaction payment company-product)

# request OPERATION: sets title, method, path and body.
request() {
  method=POST
  case $1 in
    company)
      title="Read a company"
      method=GET
      path=/v1/supply-chains/companies/$COMPANY/
      body=
      ;;
    farmer)
      title="Update a farmer"
      method=PATCH
      path=/v1/supply-chains/farmers/{farmer}/
      body='{"first_name": "Grace", "phone": "+256 772 000111", "consent_status": "GRANTED",
        "submission": {"form": "'$FARMER_FORM'",
                       "values": [{"field": "'$FARMER_FIELD'", "value": "{unique}"}]}}'
      ;;
    product-transaction)
      title="Create a product transaction"
      path=/v1/transactions/product-transactions/
      body='{"source": "{farmer}", "destination": "'$COMPANY'", "product": "'$PRODUCT'",
        "quantity": "120.5", "amount": "241000", "currency": "UGX",
        "submissions": [{"form": "'$FORM'", "values": [{"field": "'$FIELD'", "value": "ripe"}]}],
        "transaction_payments": [{"amount": 36150, "premium": "'$PREMIUM'"}]}'
      ;;
    payment)
      title="Create a payment transaction"
      path=/v1/transactions/payment-transactions/
      body='{"source": "'$COMPANY'", "destination": "{farmer}", "amount": 15000, "currency": "'$CURRENCY'",
        "premium": "'$OPTION_PREMIUM'", "selected_option": "'$OPTION'"}'
      ;;
    company-product)
      title="Create a company-product"
      path=/v1/supply-chains/company-products/
      body='{"company": "'$COMPANY'", "product": {"name": "{unique}"}, "premiums": ["'$PREMIUM'"]}'
      ;;
  esac
}
