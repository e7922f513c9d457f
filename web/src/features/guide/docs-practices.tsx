export default function BestPractices() {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-soft">
      <li>
        Give each device a credential of its own, so that you can take one back without touching the others.
      </li>
      <li>Keep the API key off your devices. It opens the whole account.</li>
      <li>Reconnect with a growing pause: 5, 10, 20, then 30 seconds.</li>
      <li>Keep alive at 60 seconds; a connection silent for one and a half times that is closed.</li>
      <li>Move the pin first and report afterwards. A callback that waits loses messages.</li>
      <li>Use TLS over any network that is not yours: the address then starts with wss.</li>
    </ul>
  );
}
