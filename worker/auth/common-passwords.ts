/**
 * The most common passwords that satisfy the rules, from lists of leaked passwords. Compared without case. More common
 * ones violate a rule: `123456` needs no entry.
 */

import { MESSAGES } from "../contract/sentences.ts";
import { invalidField } from "../errors.ts";

const COMMON = new Set(
  `p@ssw0rd p@ssw0rd1 p@ssw0rd! p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@ssword1 p@ssword1!
  p@ssword12 p@ssword123 p@ssword123! p@55w0rd p@55w0rd! p@55word1 pa$$w0rd pa$$w0rd1 pa$$w0rd! pa$$w0rd123
  pa$$word1 pa$$word123 passw0rd! passw0rd!! passw0rd1! passw0rd@1 passw0rd@123 passw0rd123! passw0rd#1
  password! password1! password1@ password1# password1$ password1. password1? password12! password123! password123@
  password123# password1234! password@1 password@12 password@123 password@1234 password#1 password#123 password!1
  password!123 password$1 password.1 password_1 password_123 password-1 password2020! password2021! password2022!
  password2023! password2024! password2025! password2026! pass@123 pass@1234 pass@12345 pass@word1 pass@word123
  pass!123 pass#123 pass1234! pass123! passwd1! passwd123! mypassword1! my_password1
  welcome1! welcome1@ welcome1# welcome12! welcome123! welcome@1 welcome@12 welcome@123 welcome@1234 welcome#1
  welcome#123 welcome!1 welcome!123 welcome_1 welcome_123 welc0me! welc0me1! w3lcome! welcome2024! welcome2025!
  welcome2026!
  qwerty1! qwerty12! qwerty123! qwerty123@ qwerty1234! qwerty12345! qwerty@1 qwerty@12 qwerty@123 qwerty@1234
  qwerty#123 qwerty!123 qwerty_123 qwert@123 qwert123! qwer1234! qwer@1234 qwe123!@# qwe!@#123 qweasd123!
  qweasd@123 asdf1234! asdf@1234 asd123!@# asd@1234 zxcv1234! zxcvbnm1! zaq1@wsx zaq1!qaz zaq!2wsx !qaz2wsx
  @wsx3edc 1qaz@wsx 1qaz!qaz 1qaz2wsx! 1qaz2wsx@ 1qaz@wsx3edc 1q2w3e4r! 1q2w3e4r@ 1q2w3e4r5t! q1w2e3r4! q1w2e3r4t5!
  admin1! admin12! admin123! admin123@ admin1234! admin12345! admin@1 admin@12 admin@123 admin@1234 admin@12345
  admin#123 admin!123 admin_123 administrator1! administrator@1 root@123 root@1234 root123! toor@123 super@123
  superman1! superman@1 user@123 user@1234 user1234! guest@123 guest123! login@123 master1! master@123 manager@123
  test1234! test12345! test123! test123!@# test@123 test@1234 test@12345 test#123 test!123 testing1! testing123!
  testing@123 demo@123 demo@1234 temp@123 temp1234! temp123! default1! changeme1! changeme@1 changeme123! change@123
  letmein1! letmein123! letmein@1 letmein@123 trustno1! secret1! secret123! secret@123 access@123
  abc123!@# abc@1234 abc@12345 abc@123456 abc#1234 abc1234! abcd1234! abcd123! abcd@123 abcd@1234 abcd@12345
  abcd#1234 abcd!234 abcdef1! abcdef12! abcdefg1! abcdefgh1! abc12345! a1b2c3d4! a1b2c3d4@ aa123456! aa123456@
  aa@123456 aa@12345 aa12345! aa1234567! aaa@1234 a@123456 a123456! a12345678! aa11!!11 aaaa1111! a!123456
  india@123 india@1234 india1! iloveyou1! iloveyou2! iloveyou@1 iloveyou@123 iloveyou1@ summer1! summer123!
  summer@123 summer2024! summer2025! summer2026! winter1! winter123! winter@123 winter2024! winter2025! winter2026!
  spring1! spring123! spring2025! spring2026! autumn1! autumn2025! autumn2026! sunshine1! sunshine@1 princess1!
  princess@1 monkey1! monkey123! dragon1! dragon123! football1! football@1 baseball1! basketball1! hello123! hello@123
  hello1234! hello@1234 helloworld1! computer1! computer@1 internet1! samsung1! samsung@1 samsung@123 google@123
  google123! facebook1! facebook@1 apple@123 apple123! microsoft1! windows1! linux@123 cisco@123 oracle@123 company1!
  company@1 company@123 office@123 system@123 server@123 network@1 security1! sam@1234 krishna@123 jesus@123 jesus123!
  michael1! jordan23! charlie1! jessica1! ashley1! daniel1! jennifer1! thomas1! robert1! andrew1! monday1! friday1!
  january1! february1! march123! april123! august1! october1! november1! december1! august123! london@1 london123!
  liverpool1! arsenal1! chelsea1! barcelona1! starwars1! pokemon1! naruto1! minecraft1! arduino1! arduino@1
  arduino123! raspberry1! raspberry@1 switchyard1! mosquitto1!`.split(/\s+/),
);

export function refuseCommon(password: string, field = "password"): void {
  if (COMMON.has(password.toLowerCase())) throw invalidField(field, MESSAGES.commonPassword);
}
