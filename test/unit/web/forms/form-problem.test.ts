import { describe, expect, it, vi } from "vitest";
import { CallError, problemOf } from "../../../../web/src/api/problem.ts";
import { formProblem, INPUT_ISSUES } from "../../../../web/src/forms/form-problem.ts";

const LOGIN = { fallback: "Failed to login", nonFieldErrorsOn: "email" };

describe("an unsuccessful response", () => {
  it("is read in the contract's two formats", () => {
    expect(problemOf(404, '{"detail":"Not found."}')).toMatchObject({ status: 404, detail: "Not found." });
    expect(problemOf(400, '{"errors":{"name":["Too long","Too dull"]}}').errors).toEqual({
      name: ["Too long", "Too dull"],
    });
  });

  it("is tolerated in any other [F43]", () => {
    for (const body of [
      "",
      "<html>Bad gateway</html>",
      "null",
      "[]",
      '"no"',
      "7",
      '{"errors":7,"detail":{}}',
    ]) {
      const error = problemOf(502, body);
      expect(error).toBeInstanceOf(CallError);
      expect(error).toMatchObject({ status: 502, detail: null, errors: {} });
    }
  });

  it("takes a plain sentence for a list of one, and ignores others", () => {
    expect(problemOf(400, '{"errors":{"a":"one","b":[1,"two",null]}}').errors).toEqual({
      a: ["one"],
      b: ["two"],
    });
  });
});

describe("a form's problem", () => {
  it("shows field errors at their inputs under the general message", () => {
    const error = new CallError(400, null, { password: ["Too short"] });
    expect(formProblem(error, LOGIN)).toEqual({
      message: INPUT_ISSUES,
      fields: { password: ["Too short"] },
      until: null,
    });
  });

  it("counts the entries of a list from one, as a person does", () => {
    const controls = ["1.key: This field is required.", "0: `a` needs 2 to 20 options.", "12: 30 is late."];
    const error = new CallError(400, null, { controls });
    expect(formProblem(error, LOGIN).fields.controls).toEqual([
      "Entry 2, key: This field is required.",
      "Entry 1: `a` needs 2 to 20 options.",
      "Entry 13: 30 is late.",
    ]);
  });

  it("shows other errors at the email field, after its own", () => {
    const error = new CallError(400, null, { email: ["Odd"], non_field_errors: ["Unable to log in"] });
    expect(formProblem(error, LOGIN).fields).toEqual({ email: ["Odd", "Unable to log in"] });
  });

  it("shows other errors in general where no field is named", () => {
    const error = new CallError(400, null, { non_field_errors: ["Enough of them."], name: ["Odd"] });
    expect(formProblem(error, { fallback: "No" })).toEqual({
      message: "Enough of them.",
      fields: { name: ["Odd"] },
      until: null,
    });
  });

  it("shows the wait of a 429", () => {
    const detail = "Request was throttled. Expected available in 12 seconds.";
    expect(formProblem(new CallError(429, detail), LOGIN).message).toBe(
      "Too many requests. Try in 12 seconds.",
    );
    expect(formProblem(new CallError(429, null), LOGIN)).toMatchObject({
      message: "Too many requests. Try in a moment.",
      until: null,
    });
  });

  it("has the end of the wait, where the response gives seconds [F372]", () => {
    vi.spyOn(Date, "now").mockReturnValue(1_000);
    const untilOf = (time: string) =>
      formProblem(new CallError(429, `Request was throttled. Expected available in ${time}.`), LOGIN).until;
    expect(untilOf("12 seconds")).toBe(13_000);
    expect(untilOf("1 second")).toBe(2_000);
    expect(untilOf("2 minutes")).toBeNull();
    vi.restoreAllMocks();
  });

  it("has its own sentence for 409", () => {
    const taken = new CallError(409, "A user with this email already exists.");
    expect(formProblem(taken, { ...LOGIN, conflict: "Try logging in." }).message).toBe("Try logging in.");
    expect(formProblem(taken, LOGIN).message).toBe("A user with this email already exists.");
  });

  it("shows the response's detail, or a default", () => {
    expect(formProblem(new CallError(503, "Later."), LOGIN).message).toBe("Later.");
    expect(formProblem(new CallError(500, null), LOGIN).message).toBe("Failed to login");
    expect(formProblem(new CallError(0, null), LOGIN).message).toBe("Failed to login");
    expect(formProblem(new TypeError("x is undefined"), LOGIN).message).toBe("Failed to login");
  });
});
