"""The five operations with the client that openapi-generator makes for Python."""

import os
import time

from client import (
    ApiClient, CompaniesApi, CompanyProductInput, CompanyProductsApi, CompanyReference, Configuration, FarmerChange,
    FarmersApi, FarmerSubmissionChange, FormReference, Method, PartyReference, PaymentTransactionInput,
    PaymentTransactionsApi, PremiumReference, ProductGiven, ProductName, ProductReference, ProductTransactionInput,
    ProductTransactionsApi, SubmissionValueGiven, TransactionPaymentInput,
)

demo = os.environ
client = ApiClient(Configuration(host=demo["BASE_URL"], access_token=demo["TOKEN"]))


def expect(expected, found):
    if expected != found:
        raise AssertionError(f"expected {expected}, found {found}")


value = SubmissionValueGiven(field=demo["FARMER_FIELD"], value="Bugisu local")
submission = FarmerSubmissionChange(form=FormReference(demo["FARMER_FORM"]), values=[value])
farmer = FarmersApi(client).update_farmer(demo["FARMER"], FarmerChange(first_name="Grace", submission=submission))
expect("Grace", farmer.first_name)

goods = ProductTransactionInput(
    source=PartyReference(demo["FARMER"]), destination=PartyReference(demo["COMPANY"]),
    product=ProductReference(ProductName(name="Coffee cherry")), quantity="120.50", amount="241000",
    currency="UGX", transaction_payments=[TransactionPaymentInput(amount=241000)],
)
purchase = ProductTransactionsApi(client).create_product_transaction(
    goods, idempotency_key=f"python-{time.time_ns()}")
expect("120.50", purchase.current_quantity)

expect(demo["COMPANY"], CompaniesApi(client).read_company(demo["COMPANY"]).id)

payment = PaymentTransactionInput(
    source=PartyReference(demo["COMPANY"]), destination=PartyReference(demo["FARMER"]), amount=12.5,
    premium=PremiumReference(demo["PREMIUM"]), method=Method.NONE)
expect(demo["PREMIUM"], PaymentTransactionsApi(client).create_payment_transaction(payment).premium_details.id)

handled = CompanyProductInput(company=CompanyReference(demo["COMPANY"]), product=ProductGiven(name="Honey of Python"))
expect("Honey of Python", CompanyProductsApi(client).create_company_product(handled).product.name)
print("python: the five operations are done")
