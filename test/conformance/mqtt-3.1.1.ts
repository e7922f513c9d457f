/**
 * The numbered statements of MQTT 3.1.1, Appendix B, in our own words: number, who is bound, requirement.
 */
export const MQTT_3_1_1 = `
1.5.3-1 both Text is well-formed UTF-8 without surrogates; anything else closes the connection
1.5.3-2 both Text holds no U+0000; a packet with one closes the connection
1.5.3-3 both U+FEFF is a character like any other and is never stripped
2.2.2-1 both Reserved bits of the fixed header have the listed values
2.2.2-2 both Wrong flags in the fixed header close the connection
2.3.1-1 both SUBSCRIBE, UNSUBSCRIBE and PUBLISH above QoS 0 have a packet id other than 0
2.3.1-2 client A new packet takes a packet id that is not in use
2.3.1-3 client A packet sent again keeps its packet id, which is free after the last acknowledgement
2.3.1-4 server The same two rules for the server's own PUBLISH above QoS 0
2.3.1-5 both PUBLISH at QoS 0 has no packet id
2.3.1-6 both PUBACK, PUBREC and PUBREL carry the packet id of the PUBLISH
2.3.1-7 server SUBACK and UNSUBACK carry the packet id of the request
3.1.0-1 client The first packet of a connection is CONNECT
3.1.0-2 server A second CONNECT is a violation and closes the connection
3.1.2-1 server A CONNECT with another protocol name is not processed as MQTT
3.1.2-2 server An unsupported protocol level is answered with return code 1, then the connection closes
3.1.2-3 server The reserved connect flag must be 0, or the connection closes
3.1.2-4 server Clean session 0 resumes the session or makes a new one, and it is kept after the connection
3.1.2-5 server A kept session goes on collecting messages of QoS 1 and 2 for its subscriptions
3.1.2-6 both Clean session 1 drops the old session and its state is never used again
3.1.2-7 server Retained messages do not belong to a session and outlive it
3.1.2-8 server A will is kept with the connection and published when it ends without DISCONNECT
3.1.2-9 client With the will flag, will topic and will message are there
3.1.2-10 server A will is forgotten once published or once DISCONNECT came
3.1.2-11 client Without the will flag there is no will topic, will message, will QoS or will retain
3.1.2-12 server Without a will nothing is published at the end
3.1.2-13 client Without the will flag the will QoS is 0
3.1.2-14 client The will QoS is never 3
3.1.2-15 client Without the will flag will retain is 0
3.1.2-16 server A will without Will Retain is published as a non-retained message
3.1.2-17 server A will with will retain is published as a retained one
3.1.2-18 client Without its flag there is no user name
3.1.2-19 client With its flag there is a user name
3.1.2-20 client Without its flag there is no password
3.1.2-21 client With its flag there is a password
3.1.2-22 client There is no password without a user name
3.1.2-23 client A client that is otherwise silent sends PINGREQ within its keep alive
3.1.2-24 server One and a half times the keep alive without a packet ends the connection as a lost one
3.1.3-1 client The fields of CONNECT stand in the standard's order
3.1.3-2 both The client id names the session
3.1.3-3 client The client id is there, as the first field of the payload
3.1.3-4 client The client id is UTF-8
3.1.3-5 server Client ids of 1 to 23 letters and digits are allowed
3.1.3-6 server A client without an id is given one that nobody else has, and is then treated as its owner
3.1.3-7 client A client without an id asks for a clean session
3.1.3-8 server An empty client id without clean session is answered with return code 2, then closed
3.1.3-9 server A client id that is refused is answered with return code 2, then closed
3.1.3-10 client The will topic is UTF-8
3.1.3-11 client The user name is UTF-8
3.1.4-1 server A CONNECT that is wrong closes the connection without a CONNACK
3.1.4-2 server A client that connects again ends its earlier connection
3.1.4-3 server A valid CONNECT has its clean session flag obeyed
3.1.4-4 server A valid CONNECT is answered with return code 0
3.1.4-5 server After a refused CONNECT nothing that the client sent is processed
3.2.0-1 server The server's first packet is CONNACK
3.2.2-1 server With clean session, session present is 0
3.2.2-2 server With a stored session, session present is 1
3.2.2-3 server Without a stored session, session present is 0
3.2.2-4 server With a return code other than 0, session present is 0
3.2.2-5 server After a return code other than 0 the connection closes
3.2.2-6 server Where no return code fits, the connection closes without CONNACK
3.3.1-1 both A PUBLISH that is sent again has DUP
3.3.1-2 both A PUBLISH at QoS 0 has no DUP
3.3.1-3 server DUP of a delivery says only whether that delivery is a repeated one
3.3.1-4 both QoS 3 does not exist; a PUBLISH with it closes the connection
3.3.1-5 server A retained PUBLISH is stored with its QoS for later subscribers
3.3.1-6 server A new subscription is sent the retained message of every topic it matches
3.3.1-7 server A retained PUBLISH at QoS 0 replaces what was retained before
3.3.1-8 server A message sent because of a new subscription has RETAIN
3.3.1-9 server A message sent because of an established subscription has no RETAIN
3.3.1-10 server An empty retained PUBLISH is delivered and removes the retained message
3.3.1-11 server An empty retained message is not stored
3.3.1-12 server A PUBLISH without RETAIN leaves the retained message alone
3.3.2-1 both The topic comes first in PUBLISH and is UTF-8
3.3.2-2 both The topic of a PUBLISH has no wildcards
3.3.2-3 server The topic of a delivery matches the subscription's filter
3.3.4-1 both A PUBLISH is answered as its QoS asks
3.3.5-1 server A message that several subscriptions match is delivered at the highest of their QoS
3.3.5-2 server A PUBLISH without the right to it is acknowledged all the same, or the connection closes
3.6.1-1 server PUBREL with other header bits than 0010 closes the connection
3.8.1-1 server SUBSCRIBE with other header bits than 0010 closes the connection
3.8.3-1 client Filters in SUBSCRIBE are UTF-8
3.8.3-2 server A server without wildcards refuses filters that have them
3.8.3-3 client SUBSCRIBE holds at least one filter
3.8.3-4 server Reserved bits in a requested QoS, or QoS 3, close the connection
3.8.4-1 server SUBSCRIBE is answered with SUBACK
3.8.4-2 server SUBACK has the packet id of its SUBSCRIBE
3.8.4-3 server A filter subscribed again replaces the subscription, repeats retained messages and loses none in between
3.8.4-4 server Several filters are treated like several SUBSCRIBE with one SUBACK
3.8.4-5 server SUBACK tells granted QoS or failure for each filter
3.8.4-6 server A delivery has the lower of the published and the granted QoS
3.9.3-1 server The codes of a SUBACK stand in the order of the filters
3.9.3-2 server SUBACK uses 0, 1, 2 and 0x80 alone
3.10.1-1 server UNSUBSCRIBE with other header bits than 0010 closes the connection
3.10.3-1 client Filters in UNSUBSCRIBE are UTF-8
3.10.3-2 client UNSUBSCRIBE holds at least one filter
3.10.4-1 server UNSUBSCRIBE compares character by character and deletes what is equal
3.10.4-2 server A deleted subscription brings no new messages
3.10.4-3 server Deliveries of QoS 1 and 2 that have begun are completed after UNSUBSCRIBE
3.10.4-4 server UNSUBSCRIBE is answered with an UNSUBACK of the same packet id
3.10.4-5 server UNSUBACK is sent also where nothing was deleted
3.10.4-6 server Several filters are treated like several UNSUBSCRIBE with one UNSUBACK
3.12.4-1 server PINGREQ is answered with PINGRESP
3.14.1-1 server DISCONNECT with reserved bits closes the connection
3.14.4-1 client After DISCONNECT the client closes the connection
3.14.4-2 client After DISCONNECT the client sends nothing more
3.14.4-3 server DISCONNECT discards the will
4.1.0-1 both A session is kept for its whole duration
4.1.0-2 both A session lasts at least as long as its connection
4.3.1-1 both QoS 0 is sent with QoS 0 and no DUP
4.3.2-1 both QoS 1 is first sent with an unused packet id and no DUP and waits for PUBACK
4.3.2-2 both QoS 1 is answered with PUBACK, after which the same packet id is a new message
4.3.3-1 both QoS 2 is sent once with an unused id, waits for PUBREC, then PUBREL waits for PUBCOMP
4.3.3-2 both QoS 2 is answered with PUBREC, repeats are not delivered twice, PUBREL is answered with PUBCOMP
4.4.0-1 both On resumption PUBLISH and PUBREL without an acknowledgement are sent again with their packet ids
4.5.0-1 server An accepted message joins the session of every client with a matching subscription
4.5.0-2 client A client acknowledges every PUBLISH
4.6.0-1 both PUBLISH packets are sent again in their original order
4.6.0-2 both PUBACK packets are sent in the order of the PUBLISH packets
4.6.0-3 both PUBREC packets are sent in the order of the PUBLISH packets
4.6.0-4 both PUBREL packets are sent in the order of the PUBREC packets
4.6.0-5 server Every topic is ordered
4.6.0-6 server Messages of one client, topic and QoS arrive in the order they came
4.7.1-1 both Wildcards are for filters, never for topics
4.7.1-2 both # stands alone or behind / and is the last character
4.7.1-3 both + fills a whole level
4.7.2-1 server A filter that begins with a wildcard matches no topic that begins with $
4.7.3-1 both Topics and filters have at least one character
4.7.3-2 both Topics and filters hold no U+0000
4.7.3-3 both Topics and filters have at most 65,535 bytes
4.7.3-4 server Matching neither normalizes nor replaces characters
4.8.0-1 both A violation closes only the connection on which it occurred
4.8.0-2 both A passing error while a packet is processed closes its connection
6.0.0-1 both Packets travel in binary WebSocket frames; another kind of frame closes the connection
6.0.0-2 both Packets and WebSocket frames need not begin and end together
6.0.0-3 client The client offers the subprotocol mqtt
6.0.0-4 server The server selects the subprotocol mqtt
7.0.0-1 server A server that connects to other servers is a client as well
7.0.0-2 both No extension is needed to work together
7.1.1-1 server A server has a transport that is ordered and lossless in both directions
7.1.2-1 client A client has a transport that is ordered and lossless in both directions
`;
