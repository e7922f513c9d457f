/** Sentences that the API answers and the product's description fixes word for word. */
export const MESSAGES = {
  notAuthenticated: "Authentication credentials were not provided.",
  invalidToken: "Invalid token.",
  notFound: "Not found.",
  badLogin: "Unable to log in with provided credentials.",
  serverError: "A server error occurred.",
  resetSent: "Check your inbox and spam folder for a password reset link if the email is registered.",
  badResetToken: "Invalid or expired token. Please request a new password reset link.",
  passwordTooShort: "Password must be at least 8 characters long",
  passwordsDiffer: "Passwords do not match",
  noApiKey: "Before creating a device, please create a new API key.",
  tooManyDevices: "You can have 10 devices registered max.",
  deviceNameTooLong: "Name of device should contain max 100 chars",
} as const;
