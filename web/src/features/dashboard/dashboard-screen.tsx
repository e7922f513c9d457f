export function DashboardScreen() {
  return <p>DashboardScreen</p>;
}
