/** Said alone by the page, and at the end of a sentence by the API. */
const TRY_LOGGING_IN = "Try logging in.";

/** Sentences that the API answers and the product's description fixes word for word. */
export const MESSAGES = {
  notAuthenticated: "Authentication credentials were not provided.",
  invalidToken: "Invalid token.",
  invalidKey: "Invalid key.",
  notFound: "Not found.",
  badLogin: "Unable to log in with provided credentials.",
  serverError: "A server error occurred.",
  resetSent: "Check your inbox and spam folder for a password reset link if the email is registered.",
  resetTokenValid: "The token is valid.",
  passwordReset: "Your password has been reset. You can log in with it now.",
  emailVerified: "Your email address is verified.",
  emailChanged: "Your account has its new email address.",
  emailUndone:
    "Your account has its old email address back, and everybody is signed out. Choose a new password now.",
  verificationSent: "Check your inbox and spam folder for the link.",
  alreadyVerified: "Your email address is verified already.",
  badVerification: "Invalid or expired token. Please request a new verification link.",
  badUndo: "Invalid or expired token. This change can no longer be undone here.",
  required: "This field is required.",
  wrongPassword: "This password is not right.",
  commonPassword: "This password is too common.",
  tryLoggingIn: TRY_LOGGING_IN,
  emailTaken: `A user with this email already exists. ${TRY_LOGGING_IN}`,
  invitationOver:
    "This invitation has expired, was used, or is for another address. Join the waitlist again.",
  suspended: (reason: string) => `This account is suspended: ${reason}`,
  /** Followed by the time to wait. */
  throttled: "Request was throttled. Expected available in ",
  betaFull: "The beta program is full. Join the waitlist to hear when there is room.",
  notUnique: "This field must be unique.",
  noRemedy: "A channel would not let this pass.",
  noSeries: "This channel is no series.",
  samePassword: "This is the password that it has.",
  noSuchObject: (id: string) => `Invalid pk "${id}" - object does not exist.`,
  badResetToken: "Invalid or expired token. Please request a new password reset link.",
  passwordTooShort: "Password must be at least 8 characters long",
  passwordsDiffer: "Passwords do not match",
  noApiKey: "Before creating a device, please create a new API key.",
  tooManyDevices: (max: number) => `You can have ${max} devices registered max.`,
  tooManyLinks: (max: number) => `A device can have ${max} links at a time. Revoke them first.`,
  tooManyChannels: (max: number) => `You can have ${max} channels max.`,
  tooManyCredentials: (max: number) => `You can have ${max} credentials max.`,
  tooManyApiKeys: (max: number) => `You can have ${max} API keys max.`,
  deviceNameTooLong: "Name of device should contain max 100 chars",
} as const;
