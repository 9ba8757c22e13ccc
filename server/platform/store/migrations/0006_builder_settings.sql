CREATE TABLE "builder_settings" (
	"account_id" text PRIMARY KEY NOT NULL,
	"settings" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "builder_settings" ADD CONSTRAINT "builder_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;