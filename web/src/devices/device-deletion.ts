/** The words of a deletion, in the list and on the device's own page. Apart from its form, which the list does not load. */
export const DEVICE_DELETION = {
  question: "Are you sure you want to delete this device?",
  fallback: "Failed to delete device. Please try again.",
  done: "Device deleted.",
};
