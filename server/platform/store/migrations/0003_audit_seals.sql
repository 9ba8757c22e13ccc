CREATE TABLE "audit_seals" (
	"number" bigint PRIMARY KEY NOT NULL,
	"previous" bigint,
	"hash" "bytea" NOT NULL
);
