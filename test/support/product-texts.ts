/**
 * The texts that the product's description fixes word for word, with the reader and the state of the screen.
 */

export interface FixedTexts {
  /** Sentences and other distinctive texts: each is written in one place of the code. */
  sentences?: readonly string[];
  /** Words that stand in more than one place. */
  words?: readonly string[];
}

const visitor = {
  landing: { words: ["10k+", "50k+", "99.9%", "Unlimited device connections", "Grandfathered pricing"] },
  docs: {
    words: ["Introduction", "Authentication", "Topics", "Payloads", "QoS", "Best practices", "Libraries"],
  },
  examples: { words: ["Getting started", "Anonymous connection", "Authenticated connection", "pin 13"] },
  login: { words: ["Email", "Password", "Show password"] },
  "login refused": {
    sentences: ["Oops! It looks like there are some issues with your input. Please check and try again."],
  },
  "login throttled": { sentences: ["Too many requests. Try in"], words: ["12 seconds"] },
  "login failed": { sentences: ["Failed to login"] },
  "login without an answer": { sentences: ["No server valid response"] },
  registration: {
    words: [
      "Email",
      "Password",
      "Confirm password",
      "An uppercase letter",
      "A lowercase letter",
      "A digit",
      "A special character",
    ],
  },
  "password too short": { sentences: ["Password must be at least 8 characters long"] },
  "passwords that differ": { sentences: ["Passwords do not match"] },
  "email taken": { sentences: ["Try logging in."] },
  "registration failed": { sentences: ["Failed to register"] },
  "full beta": { sentences: ["Beta Program Full"] },
  "forgotten password": { words: ["Email", "Send reset link"] },
  "letter failed": { sentences: ["Failed to send email - Forgot passowrd"] },
  "letter sent": {
    sentences: ["Check your inbox and spam folder for a password reset link if the email is registered."],
  },
  "reset without a token": { sentences: ["Missing password reset token"] },
  "reset with a worn token": {
    sentences: [
      "Invalid or expired token. Please request a new password reset link.",
      "Request New Reset Link",
    ],
  },
  "reset failed": { sentences: ["Failed to reset password. Please try again."] },
  registered: { sentences: ["Registration successful! Please check your email."] },
  "logged in": { sentences: ["Login successful!"] },
} satisfies Record<string, FixedTexts>;

/** Signed in, without any device. */
const newcomer = {
  "screen on its way": { words: ["Loading..."] },
  "dashboard on its way": { sentences: ["Loading Devices..."], words: ["Loading events..."] },
  dashboard: {
    sentences: ["View all events", "No devices"],
    words: [
      "Dashboard",
      "Devices",
      "Events",
      "Profile",
      "MQTT",
      "Channels",
      "Credentials",
      "Resources",
      "Examples",
      "API Docs",
      "Logout",
      "Manage Devices",
      "View Events",
      "Update Profile",
      "Recent Activity",
      "No events found",
      "Device Status",
      "Manage devices",
    ],
  },
  "devices on their way": { sentences: ["Loading devices..."] },
  devices: {
    sentences: [
      "About Device Limits",
      "Before creating a device, please create a new API key.",
      "No devices found. Add your first device!",
    ],
    words: ["A maximum of 10 devices can be created in this version"],
  },
  "events on their way": { words: ["Loading events..."] },
  events: { words: ["No events found"] },
  profile: {
    words: [
      "User ID",
      "Copy",
      "First name",
      "Last name",
      "Email",
      "Save Changes",
      "API Key",
      "Generate New API Key",
    ],
  },
  channels: {
    sentences: ["No MQTT channels found. Add your first channel!", "Open Testing Tool"],
    words: ["Add Channel"],
  },
  "channel form": { words: ["Channel Name", "MQTT Topic", "Description"] },
  "testing tool without a key": {
    sentences: ['Please create an API Key from "Profile" section', "Close Testing Tool"],
  },
  credentials: {
    sentences: ["No MQTT credentials found. Add your first credential!"],
    words: ["create channels first"],
  },
  "credential form": {
    words: ["Credential Name", "Username", "Password", "Show password", "Generate password", "Copy password"],
  },
  "device form": {
    sentences: [
      "To add channels to this device, please create them in the MQTT Channels section first.",
      "No topics added",
    ],
    words: [
      "Add New Device",
      "Device Name",
      "Topics",
      "Select a topic...",
      "Add",
      "Cancel",
      "Add Device",
      "Devices automatically receive messages published to their topics when connected.",
    ],
  },
  "device name too long": { sentences: ["Name of device should contain max 100 chars"] },
} satisfies Record<string, FixedTexts>;

/** Signed in, with two devices and their credentials. */
const owner = {
  dashboard: { words: ["Device", "Event", "Time", "On", "Off", "Turned On"] },
  devices: {
    sentences: ["No subscriptions"],
    words: [
      "ID",
      "Name",
      "State",
      "MQTT Topics",
      "Actions",
      "On",
      "Off",
      "+1",
      "Turn On",
      "Turn Off",
      "Edit",
      "Delete",
    ],
  },
  "device form": { words: ["Edit Device", "Device Name", "Device is On", "Cancel", "Update Device"] },
  "device not saved": { sentences: ["Failed to save device. Please try again."] },
  "device deletion": {
    sentences: ["Are you sure you want to delete this device?"],
    words: ["Confirm Deletion", "Cancel", "Delete"],
  },
  "device not deleted": { sentences: ["Failed to delete device. Please try again."] },
  "device not switched": { sentences: ["Failed to update device status. Please try again."] },
  // The page puts "You can have" and the configured limit before it.
  "ten devices": { sentences: ["devices registered max."], words: ["You can have 10 devices"] },
  events: {
    sentences: ["All Devices", "Connection Lost", "Error Detected", "Unknown Action"],
    words: ["Device", "Event", "Time", "Connected", "Turned On", "Turned Off"],
  },
  "events that match nothing": { sentences: ["No events found matching your criteria."] },
  "id copied": { words: ["Copied"] },
  "profile saved": { sentences: ["Profile updated successfully!"] },
  channels: { words: ["Name", "Topic", "Description", "Created", "Actions", "Edit", "Delete"] },
  "channel not saved": { sentences: ["Failed to save channel. Please try again."] },
  "channel not deleted": { sentences: ["Failed to delete channel. Please try again."] },
  "channels not loaded": { sentences: ["Failed to load MQTT channels. Please try again."] },
  credentials: { words: ["Name", "Username", "Topics", "Created", "Last Used", "Never", "Actions"] },
  "credential not saved": { sentences: ["Failed to save credential. Please try again."] },
  "credential not deleted": { sentences: ["Failed to delete credential. Please try again."] },
  "credentials not loaded": { sentences: ["Failed to load MQTT credentials. Please try again."] },
  "testing tool": { sentences: ["Topic doesn't match."], words: ["Connected", "Disconnect"] },
  "payload that is no JSON": { sentences: ["Invalid JSON format"] },
  "no credentials selected": { sentences: ["Please select valid credentials"] },
  "topic refused": { words: ['"secret/thing" was unauthorized'] },
  "broker out of reach": { sentences: ["Failed to connect"] },
  "switched offline": { sentences: ["MQTT client not connected"] },
} satisfies Record<string, FixedTexts>;

export const PRODUCT_TEXTS = { visitor, newcomer, owner };
export type Reader = keyof typeof PRODUCT_TEXTS;

/** The API's text, which the page replaces by its own sentence. */
const BY_THE_API = ["Request was throttled. Expected available in"];

export const SENTENCES: string[] = [
  ...BY_THE_API,
  ...Object.values(PRODUCT_TEXTS).flatMap((states) =>
    Object.values<FixedTexts>(states).flatMap(({ sentences = [] }) => sentences),
  ),
];
