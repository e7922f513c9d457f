/** Users of a Mosquitto as credentials: which files decide, and what happens where nobody can say what a user may do. */

import { describe, expect, it } from "vitest";
import { ImportError } from "../../../../worker/import/account-file.ts";
import { mosquittoUsers } from "../../../../worker/import/mosquitto.ts";
import { overlaps, readAcl, rightsOf } from "../../../../worker/import/mosquitto-acl.ts";
import { readConfiguration } from "../../../../worker/import/mosquitto-configuration.ts";

const KNOWN = { unreadable: null, isAclOfPlugin: false, clientIdIsUsername: false };
const OF_2_0 = { wholeLevelsOnly: false, clientIdIsUsername: false };
const ALL = [{ filter: "#", publish: true, subscribe: true }];
const noFolder = () => null;
const configurationOf = (...lines: string[]) => readConfiguration(lines.join("\n"), noFolder);
const usersOf = (acl: string, passwords = "ada:x\n") => mosquittoUsers({ passwords, acl }, KNOWN, false);

describe("an ACL file", () => {
  const PASSWORDS = "# users\nada:$7$101$aaaa$bbbb\nboard:$7$101$cccc$dddd\nidle:$6$x\n";
  const ACL = `topic read public/#
user ada
topic home/#
topic read $SYS/#
topic write log/a b
user board
topic read cmd
topic write cmd
user ghost
topic read x
pattern readwrite boards/%u/#
banana split
topic write
topic oops a/b
`;

  it("becomes credentials in root view with the same rights", () => {
    const { account, lost, notes } = usersOf(ACL, PASSWORDS);
    const pattern = { filter: "boards/%u/#", publish: true, subscribe: true };
    expect(account.credentials.map(({ username, view, grants }) => [username, view, grants])).toEqual([
      [
        "ada",
        "root",
        [
          { filter: "home/#", publish: true, subscribe: true },
          { filter: "log/a b", publish: true, subscribe: false },
          pattern,
        ],
      ],
      ["board", "root", [{ filter: "cmd", publish: true, subscribe: true }, pattern]],
      ["idle", "root", [pattern]],
    ]);
    expect(lost).toEqual([]);
    expect(notes).toEqual([
      'ACL line "topic read public/#": clients without a user name cannot connect here.',
      'ACL line "topic read $SYS/#": topics of the broker itself do not exist here.',
      'ACL line "banana split" is not known: it is left out.',
      'ACL line "topic oops a/b" is not known: it is left out.',
      'User "ghost" of the ACL file has no password: it gets no credential.',
    ]);
  });

  it("a right that a denial touches is left out, and the sentence names both lines", () => {
    const { account, notes } = usersOf(
      "user ada\ntopic readwrite home/#\ntopic read work/#\ntopic deny home/safe/#\n",
    );
    expect(account.credentials.map(({ grants }) => grants)).toEqual([
      [{ filter: "work/#", publish: false, subscribe: true }],
    ]);
    expect(notes).toEqual([
      'User "ada": the right of "topic readwrite home/#" is left out, because "topic deny home/safe/#" takes a part ' +
        "of it and rights are only given here. Give the rest to its credential by hand.",
    ]);
  });

  it("alice may not do what Mosquitto refuses her below home/safe", () => {
    const acl = "user alice\ntopic readwrite home/#\ntopic deny home/safe/#\n";
    const { account, lost, notes } = usersOf(acl, "alice:$7$101$aaaa$bbbb\n");
    expect([account.credentials, lost]).toEqual([[], []]);
    expect(notes).toEqual([
      expect.stringContaining('"topic readwrite home/#" is left out, because "topic deny home/safe/#"'),
      'User "alice" may do nothing by the ACL file: it gets no credential.',
    ]);
  });

  it("a user whose rights are all touched gets no credential", () => {
    const { account, notes } = usersOf("user ada\ntopic #\ntopic deny safe\n");
    expect(account.credentials).toEqual([]);
    expect(notes.at(-1)).toBe('User "ada" may do nothing by the ACL file: it gets no credential.');
  });

  it.each<[string, string, string[]]>([
    ["a denial of another user takes nothing", "user bob\ntopic deny a\nuser ada\ntopic a", ["a"]],
    ["a denial stands before rights wherever it is written", "user ada\ntopic a\ntopic deny a", []],
    ["a user's denial takes patterns, too", "user ada\ntopic deny x/ada\npattern x/%u", []],
    [
      "a denied pattern does not take a user's own line",
      "user ada\ntopic x/ada\npattern deny x/%u",
      ["x/ada"],
    ],
    ["a denied pattern takes patterns that can meet it", "pattern x/%u\npattern deny +/ada", []],
    ["a denied pattern of another user takes nothing", "pattern x/%u\npattern deny x/bob", ["x/%u"]],
    ["a client id may have levels", "pattern x/a/b\npattern deny x/%c", []],
    ["a denial of the broker's own topics takes nothing", "user ada\ntopic a\ntopic deny $SYS/#", ["a"]],
    ["text in place of a pattern", "user ada\ntopic x/%u", []],
  ])("%s", (_, acl, filters) => {
    const { grants } = rightsOf("ada", readAcl(acl, OF_2_0));
    expect(grants.map(({ filter }) => filter)).toEqual(filters);
  });

  it("2.1 replaces names only as whole levels", () => {
    const of21 = readAcl("pattern x-%u/a\npattern x/%u", {
      wholeLevelsOnly: true,
      clientIdIsUsername: false,
    });
    expect(rightsOf("ada", of21).grants.map(({ filter }) => filter)).toEqual(["x/%u"]);
    expect(rightsOf("ada", readAcl("pattern x-%u/a", OF_2_0)).grants).toHaveLength(1);
  });

  it("where a client id is the user name, no client takes another's topics by its id", () => {
    const rules = readAcl("pattern x/%c", { wholeLevelsOnly: false, clientIdIsUsername: true });
    expect(rightsOf("ada", rules).grants.map(({ filter }) => filter)).toEqual(["x/%u"]);
  });

  it.each([
    ["a/#", "a", true],
    ["+/b", "a/+", true],
    ["a/+", "a/b/c", false],
    ["#", "x/y", true],
    ["a", "b", false],
    ["a/b", "a", false],
  ])("%s and %s meet: %s", (one, other, isSame) => {
    expect(overlaps(one.split("/"), other.split("/"))).toBe(isSame);
    expect(overlaps(other.split("/"), one.split("/"))).toBe(isSame);
  });
});

describe("without rights that can be read", () => {
  const UNREADABLE = { ...KNOWN, unreadable: "The plugin x.so decides." };

  it.each([
    ["a plugin", UNREADABLE, "user ada\ntopic a", "The plugin x.so decides."],
    [
      "no ACL file",
      KNOWN,
      null,
      "The configuration names no ACL file, and Mosquitto lets each user do everything.",
    ],
  ])("%s: no user is imported", (_, rights, acl, reason) => {
    const { account, lost } = mosquittoUsers({ passwords: "ada:x\nbob:y\n", acl }, rights, false);
    expect(account.credentials).toEqual([]);
    const why = `${reason} To give each user all topics, add --without-acl.`;
    expect(lost).toEqual([
      { username: "ada", why },
      { username: "bob", why },
    ]);
  });

  it("a person may say that users get all topics", () => {
    const { account, lost, notes } = mosquittoUsers({ passwords: "ada:x\n", acl: null }, UNREADABLE, true);
    expect(account.credentials.map(({ grants }) => grants)).toEqual([ALL]);
    expect(lost).toEqual([]);
    expect(notes).toEqual(["The plugin x.so decides. With --without-acl each user may do everything."]);
  });

  it("an ACL file that can be read stands, also when a person would do without", () => {
    const { account } = mosquittoUsers({ passwords: "ada:x\n", acl: "user ada\ntopic a\n" }, KNOWN, true);
    expect(account.credentials.map(({ grants }) => grants?.[0]?.filter)).toEqual(["a"]);
  });
});

describe("a configuration", () => {
  const ACL_PLUGIN = "/usr/lib/x86_64-linux-gnu/mosquitto_acl_file.so";
  const PASSWORD_PLUGIN = "C:\\Program Files\\Mosquitto\\mosquitto_password_file.dll";

  it("names its files, and what we lack", () => {
    const { password_file, acl_file, unreadable, notes } = configurationOf(
      "listener 1883",
      "allow_anonymous true",
      "password_file passwd",
      "acl_file /etc/acl",
      "connection cloud",
      "mount_point home/",
    );
    expect([password_file, acl_file, unreadable]).toEqual(["passwd", "/etc/acl", null]);
    expect(notes.map((note) => note.split(":")[0])).toEqual(["allow_anonymous", "connection", "mount_point"]);
  });

  it.each(["plugin", "global_plugin", "auth_plugin"])("reads the options of 2.1's %s", (word) => {
    const read = configurationOf(
      `${word} ${PASSWORD_PLUGIN}`,
      "plugin_opt_password_file passwd",
      `${word} ${ACL_PLUGIN}`,
      "plugin_opt_acl_file acl",
    );
    expect(read).toMatchObject({
      password_file: "passwd",
      acl_file: "acl",
      isAclOfPlugin: true,
      unreadable: null,
    });
  });

  it.each<[string, string[], RegExp]>([
    [
      "dynamic security",
      ["password_file p", "acl_file a", "plugin /usr/lib/mosquitto_dynamic_security.so"],
      /^The plugin \/usr\/lib\/mosquitto_dynamic_security\.so decides about rights/,
    ],
    [
      "a plugin for all listeners",
      ["global_plugin go-auth.so", "password_file p"],
      /^The plugin go-auth\.so decides/,
    ],
    [
      "an option of another plugin",
      ["password_file p", "plugin other.so", "plugin_opt_acl_file a"],
      /^The plugin other\.so/,
    ],
    [
      "two ACL files",
      ["password_file p", "acl_file a", `plugin ${ACL_PLUGIN}`, "plugin_opt_acl_file b"],
      /two ACL/,
    ],
    [
      "listeners that differ",
      [
        "per_listener_settings true",
        "listener 1883",
        "password_file p",
        "acl_file a",
        "listener 1884",
        "password_file p",
      ],
      /^The listeners have different/,
    ],
  ])("%s: rights are not known", (_, lines, reason) => {
    expect(configurationOf(...lines).unreadable).toMatch(reason);
  });

  it.each(["1", "true # as before", "1\nper_listener_settings false"])(
    "per_listener_settings %s is read as by Mosquitto",
    (value) => {
      const read = configurationOf(
        `per_listener_settings ${value}`,
        "listener 1883",
        "password_file p",
        "acl_file a",
        "listener 1884",
        "password_file p",
      );
      expect(read.unreadable).toMatch(/^The listeners have different/);
    },
  );

  it("use_username_as_clientid 1 is read: otherwise a client could take another's topics by its id", () => {
    const read = configurationOf("use_username_as_clientid 1", "password_file p", "acl_file a");
    expect(read.clientIdIsUsername).toBe(true);
  });

  it("a setting that is off has no sentence", () => {
    const { notes } = configurationOf(
      "password_file p",
      "listener 8883",
      "listener_allow_anonymous 1",
      "use_identity_as_username false",
      "use_subject_as_username 0",
      "allow_anonymous false",
    );
    expect(notes).toEqual(["listener_allow_anonymous: every client needs a credential here."]);
  });

  it("reads the options of 2.1's plugins with the older prefix, and of plugin_load", () => {
    const read = configurationOf(
      `plugin_load passwords ${PASSWORD_PLUGIN.replaceAll(" ", "")}`,
      "auth_opt_password_file passwd",
      `plugin ${ACL_PLUGIN}`,
      "auth_opt_acl_file acl",
    );
    expect(read).toMatchObject({ password_file: "passwd", acl_file: "acl", unreadable: null });
  });

  it("listeners that agree are read", () => {
    const same = ["password_file p", "acl_file a"];
    const read = configurationOf(
      "per_listener_settings true",
      "listener 1883",
      ...same,
      "listener 1884",
      ...same,
      "listener 8080",
    );
    expect(read).toMatchObject({ password_file: "p", acl_file: "a", unreadable: null });
  });

  it("includes folders in Mosquitto's order, and the last file decides", () => {
    const files = ["b", "A", "01", "a", "B"].map((name) => ({
      name: `${name}.conf`,
      text: `password_file ${name}\ninclude_dir nowhere\n`,
    }));
    const read = readConfiguration("password_file first\ninclude_dir conf.d\n", (folder) =>
      folder === "conf.d" ? files : null,
    );
    expect(read.password_file).toBe("b");
    expect(read.notes).toEqual(["include_dir: 5 files of conf.d read."]);
  });

  const sentenceOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof ImportError) return error.message;
      throw error;
    }
    return "";
  };

  it("a folder that is missing ends the import: its files may decide", () => {
    expect(sentenceOf(() => configurationOf("password_file p", "include_dir /etc/mosquitto/conf.d"))).toMatch(
      /^include_dir: the folder \/etc\/mosquitto\/conf\.d is not there, .* Copy it beside the configuration/,
    );
  });

  it("binary files and configurations without users are refused", () => {
    expect(sentenceOf(() => configurationOf("\0\u0001"))).toBe("The configuration is no text file in UTF-8.");
    expect(sentenceOf(() => usersOf("", "a\0"))).toBe("The password file is no text file in UTF-8.");
    expect(sentenceOf(() => configurationOf("listener 1883"))).toBe(
      "This configuration names no password_file, so it has no users to import.",
    );
    const dynamic = [
      "plugin /usr/lib/mosquitto_dynamic_security.so",
      "plugin_opt_config_file /var/lib/dynamic-security.json",
    ];
    expect(sentenceOf(() => configurationOf(...dynamic))).toBe(
      "This configuration names no password_file: its users are those of the plugin /usr/lib/mosquitto_dynamic_security.so, which cannot be read here. Make a credential for each of them.",
    );
  });
});
