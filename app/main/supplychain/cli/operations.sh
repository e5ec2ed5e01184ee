# The five operations. Paste them into another shell while the service runs.
# If the answer to a POST got lost, repeat its curl command with the same KEY: it is recorded once.

# 1. Update a farmer: her phone number, her consent, and the farmer group in her registration form
curl -sS --fail-with-body -X PATCH "$BASE_URL/supply-chains/farmers/$FARMER/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"first_name": "Martha", "phone": "+256 772 000111", "consent_status": "GRANTED",
       "submission": {"form": "'$FARMER_FORM'", "values": [{"field": "farmer_group", "value": "Kapkwai growers"}]}}'

# 2. Create a product transaction: buy 120.5 kg of cherries from her, and pay the price and the organic premium
KEY="purchase-$(date +%s)"
curl -sS --fail-with-body -X POST "$BASE_URL/transactions/product-transactions/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: $KEY" \
  -d '{"source": "'$FARMER'", "destination": "'$COMPANY'", "product": "'$PRODUCT'",
       "quantity": "120.5", "amount": "313300", "currency": "UGX",
       "submissions": [{"form": "'$FORM'", "values": [{"field": "weighed_by", "value": "Moses Kiprotich"}]}],
       "transaction_payments": [{"amount": 313300}, {"amount": 36150, "premium": "'$PREMIUM'"}]}'

# 3. Read a company: the cooperative
curl -sS --fail-with-body "$BASE_URL/supply-chains/companies/$COMPANY/" -H "Authorization: Bearer $TOKEN"

# 4. Create a payment transaction: pay her a premium to her card
KEY="payment-$(date +%s)"
curl -sS --fail-with-body -X POST "$BASE_URL/transactions/payment-transactions/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: $KEY" \
  -d '{"source": "'$COMPANY'", "destination": "'$FARMER'", "amount": 30000, "currency": "UGX",
       "premium": "'$PREMIUM'", "method": "CARD", "card": "'$CARD'"}'

# 5. Create a company-product: the cooperative also buys honey
KEY="honey-$(date +%s)"
curl -sS --fail-with-body -X POST "$BASE_URL/supply-chains/company-products/" \
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: $KEY" \
  -d '{"company": "'$COMPANY'", "product": {"name": "Honey"}, "premiums": ["'$PREMIUM'"]}'
