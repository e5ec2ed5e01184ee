# The five operations, to paste into a shell.

# 1. Update a farmer
curl -sS --fail-with-body -X PATCH "$BASE_URL/supply-chains/farmers/$FARMER/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"first_name": "Grace", "phone": "+256 772 000111", "consent_status": "GRANTED",
       "submission": {"form": "'$FARMER_FORM'", "values": [{"field": "'$FARMER_FIELD'", "value": "Bugisu local"}]}}'

# 2. Create a product transaction
curl -sS --fail-with-body -X POST "$BASE_URL/transactions/product-transactions/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -H "Idempotency-Key: purchase-1" \
  -d '{"source": "'$FARMER'", "destination": "'$COMPANY'", "product": "'$PRODUCT'",
       "quantity": "120.5", "amount": "241000", "currency": "UGX",
       "submissions": [{"form": "'$FORM'", "values": [{"field": "'$FIELD'", "value": "ripe"}]}],
       "transaction_payments": [{"amount": 241000, "premium": "'$PREMIUM'"}]}'

# 3. Read a company
curl -sS --fail-with-body "$BASE_URL/supply-chains/companies/$COMPANY/" -H "Authorization: Bearer $TOKEN"

# 4. Create a payment transaction
curl -sS --fail-with-body -X POST "$BASE_URL/transactions/payment-transactions/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"source": "'$COMPANY'", "destination": "'$FARMER'", "amount": 12.50, "currency": "'$CURRENCY'",
       "premium": "'$PREMIUM'", "method": "CARD", "card": "'$CARD'"}'

# 5. Create a company-product
curl -sS --fail-with-body -X POST "$BASE_URL/supply-chains/company-products/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"company": "'$COMPANY'", "product": {"name": "Honey"}, "premiums": ["'$PREMIUM'"]}'
