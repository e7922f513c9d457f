import { describe, expect, test } from "vitest";
import { changeLetter, movedLetter, resetLetter, verifyLetter } from "../../../../worker/mail/letters.ts";
import { header, send, UnsafeHeader } from "../../../../worker/mail/send.ts";

const appUrl = "https://app.example.com";

describe("letters", () => {
  test("a reset letter holds its link once usable in each form", () => {
    const letter = resetLetter({ appUrl, token: "a-b_c&d=é" });
    const link = `${appUrl}/reset-password?token=${encodeURIComponent("a-b_c&d=é")}`;
    expect(letter.text).toContain(link);
    expect(letter.html).toContain(`href="${link}"`);
    expect(letter.subject).toContain("Switchyard");
  });

  test("what a letter holds cannot write HTML, nor paragraphs of its own [T8] [T29]", () => {
    const bad = `<img src=x onerror="alert(1)">'&\n\nBuy now: https://bad.example`;
    const letter = verifyLetter({ appUrl: bad, token: bad });
    expect(letter.html).not.toContain("<img");
    expect(letter.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;");
    expect(letter.text).not.toContain("\n\nBuy now");
  });

  test("each leads where its link is opened, and only the one that clears an account says so", () => {
    const facts = { appUrl, token: "t" };
    expect(verifyLetter(facts).text).toContain(`${appUrl}/verify-email?token=t`);
    expect(changeLetter(facts).text).toContain(`${appUrl}/verify-email?token=t`);
    expect(movedLetter(facts).text).toContain(`${appUrl}/undo-email?token=t`);
    expect(resetLetter({ ...facts, clears: true }).text).toContain("removes its API keys");
    expect(resetLetter({ ...facts, clears: false }).text).not.toContain("removes its API keys");
  });

  test("text and HTML say the same", () => {
    for (const write of [verifyLetter, changeLetter, movedLetter, resetLetter]) {
      const letter = write({ appUrl, token: "t" });
      const lines = letter.text.split("\n").filter((line) => line !== "");
      for (const line of lines) expect(letter.html).toContain(line.replace(/:$/, ""));
    }
  });
});

describe("headers", () => {
  test.each([
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com\nx",
    "a@example.com\rx",
    "a\u0000@example.com",
    "a\t@example.com",
    "a\u007f@example.com",
    "a\u0085@example.com",
    "a\u2028@example.com",
    "a\u2029@example.com",
    "a\ud800@example.com",
  ])("%j never reaches the provider", async (to) => {
    const handed: unknown[] = [];
    const MAIL = {
      send: async (message: unknown) => {
        handed.push(message);
        return { messageId: "1" };
      },
    } as unknown as SendEmail;
    const letter = verifyLetter({ appUrl, token: "t" });
    const sending = send({ MAIL, MAIL_FROM: "from@example.com" }, to, letter);
    await expect(sending).rejects.toThrow(UnsafeHeader);
    const subject = send({ MAIL, MAIL_FROM: "from@example.com" }, "a@example.com", {
      ...letter,
      subject: to,
    });
    await expect(subject).rejects.toThrow(UnsafeHeader);
    expect(handed).toEqual([]);
  });

  test("what is percent-encoded stays as it is", () => {
    expect(header("to", "a%0d%0a@example.com")).toBe("a%0d%0a@example.com");
  });
});
