/**
 * Forty accounts as real ones look, in the long form two hundred, against a calculator: what they are worth, what their margin and
 * charges are, and that it adds up. One file, for their markets take longer to make than all questions about them.
 */

import { builderOfAccounts } from "./builder.suite.ts";
import { marginOfAccounts } from "./margin.suite.ts";
import { summaryOfAccounts } from "./summary.suite.ts";

summaryOfAccounts();
marginOfAccounts();
builderOfAccounts();
