export function DevicesScreen() {
  return <p>DevicesScreen</p>;
}
