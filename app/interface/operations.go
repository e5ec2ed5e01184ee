// The five operations with the client that openapi-generator makes for Go.
package main

import (
	"client"
	"context"
	"fmt"
	"os"
	"time"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := client.NewAPIClient(configuration)
	caller := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("TOKEN"))
	source, destination, premium := os.Getenv("FARMER"), os.Getenv("COMPANY"), os.Getenv("PREMIUM")

	value := client.NewSubmissionValueGiven(os.Getenv("FARMER_FIELD"))
	value.SetValue("Bugisu local")
	submission := client.NewFarmerSubmissionChange()
	form := os.Getenv("FARMER_FORM")
	submission.SetForm(client.StringAsFormReference(&form))
	submission.SetValues([]client.SubmissionValueGiven{*value})
	change := client.NewFarmerChange("Grace")
	change.SetSubmission(*submission)
	farmer, _, err := api.FarmersAPI.UpdateFarmer(caller, source).FarmerChange(*change).Execute()
	require(err)
	expect("Grace", farmer.FirstName)

	paidAtOnce := client.NewTransactionPaymentInput()
	paidAtOnce.SetAmount(241000)
	cherry := client.NewProductName()
	cherry.SetName("Coffee cherry")
	farmerGives, companyGets := client.StringAsPartyReference(&source), client.StringAsPartyReference(&destination)
	goods := client.NewProductTransactionInput("241000", farmerGives, companyGets, client.ProductNameAsProductReference(cherry))
	goods.SetQuantity("120.50")
	goods.SetCurrency("UGX")
	goods.SetTransactionPayments([]client.TransactionPaymentInput{*paidAtOnce})
	purchase, _, err := api.ProductTransactionsAPI.CreateProductTransaction(caller).
		ProductTransactionInput(*goods).IdempotencyKey(fmt.Sprintf("go-%d", time.Now().UnixNano())).Execute()
	require(err)
	expect("120.50", purchase.CurrentQuantity)

	company, _, err := api.CompaniesAPI.ReadCompany(caller, destination).Execute()
	require(err)
	expect(destination, company.Id)

	payment := client.NewPaymentTransactionInput(companyGets, farmerGives)
	payment.SetAmount(12.5)
	payment.SetPremium(client.StringAsPremiumReference(&premium))
	payment.SetMethod(client.NONE)
	paid, _, err := api.PaymentTransactionsAPI.CreatePaymentTransaction(caller).PaymentTransactionInput(*payment).Execute()
	require(err)
	expect(premium, paid.PremiumDetails.Get().Id)

	product := client.NewProductGiven()
	product.SetName("Honey of Go")
	handled := client.NewCompanyProductInput(client.StringAsCompanyReference(&destination))
	handled.SetProduct(*product)
	made, _, err := api.CompanyProductsAPI.CreateCompanyProduct(caller).CompanyProductInput(*handled).Execute()
	require(err)
	expect("Honey of Go", made.Product.Get().Name)
	fmt.Println("go: the five operations are done")
}

func require(err error) {
	if err != nil {
		panic(err)
	}
}

func expect(expected string, found string) {
	if expected != found {
		panic("expected " + expected + ", found " + found)
	}
}
