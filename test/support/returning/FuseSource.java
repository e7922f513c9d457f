/** A program as its maker writes it with FuseSource's client: the library reconnects by itself. */

import org.fusesource.hawtbuf.Buffer;
import org.fusesource.hawtbuf.UTF8Buffer;
import org.fusesource.mqtt.client.Callback;
import org.fusesource.mqtt.client.CallbackConnection;
import org.fusesource.mqtt.client.Listener;
import org.fusesource.mqtt.client.MQTT;

public class FuseSource {
  public static void main(String[] args) throws Exception {
    MQTT mqtt = new MQTT();
    mqtt.setHost(args[0], Integer.parseInt(args[1]));
    mqtt.setClientId(args[2]);
    mqtt.setUserName(args[3]);
    mqtt.setPassword(args[4]);
    CallbackConnection connection = mqtt.callbackConnection();
    connection.listener(
        new Listener() {
          public void onConnected() {}

          public void onDisconnected() {}

          public void onPublish(UTF8Buffer topic, Buffer body, Runnable ack) {
            ack.run();
          }

          public void onFailure(Throwable value) {}
        });
    connection.connect(
        new Callback<Void>() {
          public void onSuccess(Void value) {}

          public void onFailure(Throwable value) {}
        });
    Thread.sleep(Long.MAX_VALUE);
  }
}
