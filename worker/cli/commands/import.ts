import { SERVER_HELP } from "../access.ts";
import { LOGIN_NOTES } from "../account-login.ts";
import type { DefineCommand } from "../command.ts";
import type { ImportOptions } from "../import-account.ts";

export const define: DefineCommand = (run) =>
  run
    .command("import", {
      summary: "Restore an export into this account, or take over users of Mosquitto",
      notes: `FILE is the zip of Profile → Data, the folder of "switchyard export", or a mosquitto.conf.
${LOGIN_NOTES}: a token may not create credentials.
Rows that exist are found by their names and never doubled. It can be run again at any time.
Of a Mosquitto it reads password_file, acl_file, the same options of the plugins of 2.1, and include_dir. A user whose
rights cannot be read gets no credential, and the command exits with 1.`,
      examples: [
        ["import switchyard-export.zip --dry-run", "prints what it would do"],
        ["import switchyard-export.zip", "asks for e-mail address and password"],
        ["import /etc/mosquitto/mosquitto.conf", "new passwords are in mosquitto-passwords.txt"],
      ],
    })
    .argument("<file>", "an export, or a configuration of Mosquitto")
    .option("--email <address>", "the account's e-mail address (SWITCHYARD_EMAIL)")
    .option("--url <address>", `the server (${SERVER_HELP})`)
    .option("--passwords <file>", "where new passwords of Mosquitto's users go", "mosquitto-passwords.txt")
    .option("--without-acl", "give Mosquitto's users all topics where no ACL file says what they may do")
    .option("--dry-run", "print the plan and change nothing")
    .action(
      run.action(async (file: string, options: ImportOptions) => {
        // the formats' schemas are large, and only a run needs them
        const { importFile } = await import("../import-account.ts");
        return importFile(run, file, options);
      }),
    );
