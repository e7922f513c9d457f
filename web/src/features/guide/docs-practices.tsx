export default function BestPractices() {
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-soft">
      <li>Give each device its own credential, which you can delete alone.</li>
      <li>Do not store the API key on devices. It gives access to the whole account.</li>
      <li>Reconnect with a growing pause: 5, 10, 20, then 30 seconds.</li>
      <li>Keep alive at 60 seconds; a connection silent for 90 seconds is closed.</li>
      <li>Switch the pin first, then report. A callback that waits loses messages.</li>
      <li>Use TLS over other networks than your own: the address starts with wss.</li>
    </ul>
  );
}
