/** The sentences that the product's description fixes word for word: each is written in one place, and only there. */

import { expect, it } from "vitest";
import { sources } from "./sources.ts";

const TEXTS = [
  // Authentication
  "Oops! It looks like there are some issues with your input. Please check and try again.",
  "Try logging in.",
  "Too many requests. Try in",
  "Request was throttled. Expected available in",
  "Failed to login",
  "Failed to register",
  "Failed to send email - Forgot passowrd",
  "No server valid response",
  "Check your inbox and spam folder for a password reset link if the email is registered.",
  "Registration successful! Please check your email.",
  "Login successful!",
  "Beta Program Full",
  "Password must be at least 8 characters long",
  "Passwords do not match",
  "Missing password reset token",
  "Invalid or expired token. Please request a new password reset link.",
  "Request New Reset Link",
  "Failed to reset password. Please try again.",
  // Dashboard
  "View all events",
  "Loading Devices...",
  "No devices",
  // Devices
  "About Device Limits",
  "Before creating a device, please create a new API key.",
  "No subscriptions",
  "No devices found. Add your first device!",
  "Loading devices...",
  // After "You can have" and the number that the limit is set to.
  "devices registered max.",
  "No topics added",
  "To add channels to this device, please create them in the MQTT Channels section first.",
  "Are you sure you want to delete this device?",
  "Name of device should contain max 100 chars",
  "Failed to save device. Please try again.",
  "Failed to delete device. Please try again.",
  "Failed to update device status. Please try again.",
  // Events
  "All Devices",
  "No events found matching your criteria.",
  "Connection Lost",
  "Error Detected",
  "Unknown Action",
  // Profile
  "Profile updated successfully!",
  // Channels and credentials
  "Open Testing Tool",
  "Close Testing Tool",
  "No MQTT channels found. Add your first channel!",
  "No MQTT credentials found. Add your first credential!",
  "Failed to load MQTT channels. Please try again.",
  "Failed to load MQTT credentials. Please try again.",
  "Failed to save channel. Please try again.",
  "Failed to save credential. Please try again.",
  "Failed to delete channel. Please try again.",
  "Failed to delete credential. Please try again.",
  // Testing tool
  'Please create an API Key from "Profile" section',
  "Please select valid credentials",
  "Failed to connect",
  "Topic doesn't match.",
  "Invalid JSON format",
  "MQTT client not connected",
];

const product = sources.filter(
  ({ file }) => /^(web\/src|worker|broker)\//.test(file) && !file.endsWith(".gen.ts"),
);
/** A short text may also be part of another; it counts where it stands alone. */
const LONG = 25;
const saysIt = (said: string, text: string) => said === text || (text.length >= LONG && said.includes(text));

const placesOf = (text: string) =>
  product.flatMap(({ file, said }) => said.filter((each) => saysIt(each, text)).map(() => file));

it.each(TEXTS)("%s", (text) => {
  const places = placesOf(text);
  expect(
    places,
    places.length === 0 ? "is written nowhere" : `is written in ${places.join(", ")}`,
  ).toHaveLength(1);
});
