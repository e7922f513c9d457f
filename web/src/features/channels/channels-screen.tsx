export function ChannelsScreen() {
  return <p>ChannelsScreen</p>;
}
