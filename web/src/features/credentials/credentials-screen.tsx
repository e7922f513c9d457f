export function CredentialsScreen() {
  return <p>CredentialsScreen</p>;
}
