export function ProfileScreen() {
  return <p>ProfileScreen</p>;
}
