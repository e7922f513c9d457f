import { describe, expect, it, vi } from "vitest";
import { ApiError, problemOf } from "../../../../web/src/api/problem.ts";
import { formProblem, INPUT_ISSUES } from "../../../../web/src/forms/form-problem.ts";

const LOGIN = { fallback: "Failed to login", nonFieldErrorsOn: "email" };

describe("an answer that is no success", () => {
  it("is read in the contract's two shapes", () => {
    expect(problemOf(404, '{"detail":"Not found."}')).toMatchObject({ status: 404, detail: "Not found." });
    expect(problemOf(400, '{"errors":{"name":["Too long","Too dull"]}}').errors).toEqual({
      name: ["Too long", "Too dull"],
    });
  });

  it("is survived in any other [F43]", () => {
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
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 502, detail: null, errors: {} });
    }
  });

  it("takes a bare sentence for a list of one, and drops what is none", () => {
    expect(problemOf(400, '{"errors":{"a":"one","b":[1,"two",null]}}').errors).toEqual({
      a: ["one"],
      b: ["two"],
    });
  });
});

describe("a form's problem", () => {
  it("shows field errors next to the inputs under the general message", () => {
    const error = new ApiError(400, null, { password: ["Too short"] });
    expect(formProblem(error, LOGIN)).toEqual({
      message: INPUT_ISSUES,
      fields: { password: ["Too short"] },
      until: null,
    });
  });

  it("shows what belongs to no field on the email field, after what stands there", () => {
    const error = new ApiError(400, null, { email: ["Odd"], non_field_errors: ["Unable to log in"] });
    expect(formProblem(error, LOGIN).fields).toEqual({ email: ["Odd", "Unable to log in"] });
  });

  it("says what belongs to no field in general where no field is named for it", () => {
    const error = new ApiError(400, null, { non_field_errors: ["Enough of them."], name: ["Odd"] });
    expect(formProblem(error, { fallback: "No" })).toEqual({
      message: "Enough of them.",
      fields: { name: ["Odd"] },
      until: null,
    });
  });

  it("says how long to wait on 429", () => {
    const detail = "Request was throttled. Expected available in 12 seconds.";
    expect(formProblem(new ApiError(429, detail), LOGIN).message).toBe(
      "Too many requests. Try in 12 seconds.",
    );
    expect(formProblem(new ApiError(429, null), LOGIN)).toMatchObject({
      message: "Too many requests. Try in a moment.",
      until: null,
    });
  });

  it("knows until when that is, where the answer says so in seconds [F372]", () => {
    vi.spyOn(Date, "now").mockReturnValue(1_000);
    const untilOf = (time: string) =>
      formProblem(new ApiError(429, `Request was throttled. Expected available in ${time}.`), LOGIN).until;
    expect(untilOf("12 seconds")).toBe(13_000);
    expect(untilOf("1 second")).toBe(2_000);
    expect(untilOf("2 minutes")).toBeNull();
    vi.restoreAllMocks();
  });

  it("says its own sentence on 409, where it has one", () => {
    const taken = new ApiError(409, "A user with this email already exists.");
    expect(formProblem(taken, { ...LOGIN, conflict: "Try logging in." }).message).toBe("Try logging in.");
    expect(formProblem(taken, LOGIN).message).toBe("A user with this email already exists.");
  });

  it("says the answer's detail, or its fallback", () => {
    expect(formProblem(new ApiError(503, "Later."), LOGIN).message).toBe("Later.");
    expect(formProblem(new ApiError(500, null), LOGIN).message).toBe("Failed to login");
    expect(formProblem(new ApiError(0, null), LOGIN).message).toBe("Failed to login");
    expect(formProblem(new TypeError("x is undefined"), LOGIN).message).toBe("Failed to login");
  });
});
