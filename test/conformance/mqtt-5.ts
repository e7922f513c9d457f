/** The numbered statements of MQTT 5.0, Appendix B, in our own words: number, who is bound, requirement. */
export const MQTT_5 = `
1.5.4-1 both Text is well-formed UTF-8 without surrogates
1.5.4-2 both Text holds no U+0000
1.5.4-3 both U+FEFF is a character like any other and is never stripped
1.5.5-1 both A variable byte integer has as few bytes as its value needs
1.5.7-1 both Both halves of a string pair are UTF-8
2.1.3-1 both Reserved bits of the fixed header have the listed values
2.2.1-2 both PUBLISH at QoS 0 has no packet id
2.2.1-3 client A new SUBSCRIBE, UNSUBSCRIBE or PUBLISH above QoS 0 takes a packet id that is not 0 and not in use
2.2.1-4 server The server's own PUBLISH above QoS 0 takes a packet id that is not 0 and not in use
2.2.1-5 both PUBACK, PUBREC, PUBREL and PUBCOMP carry the packet id of the PUBLISH
2.2.1-6 server SUBACK and UNSUBACK carry the packet id of the request
2.2.2-1 both A packet without properties says so with a length of 0
3.1.0-1 client The first packet of a connection is CONNECT
3.1.0-2 server A second CONNECT is a protocol error and closes the connection
3.1.2-1 server A CONNECT with another protocol name is not processed as MQTT; 0x84 may be answered
3.1.2-2 server An unsupported protocol version may be answered with 0x84, then the connection closes
3.1.2-3 server The reserved connect flag must be 0, or the packet is malformed
3.1.2-4 both Clean start drops the old session
3.1.2-5 server Without clean start an existing session is resumed
3.1.2-6 server Without clean start and without a session a new one is made
3.1.2-7 server A will is kept with the session
3.1.2-8 server A will is published after the connection, its delay or its session ended, unless it was deleted
3.1.2-9 client With the will flag, will properties, topic and payload are there
3.1.2-10 server A will is forgotten once published or once DISCONNECT 0x00 came
3.1.2-11 client Without the will flag the will QoS is 0
3.1.2-12 client The will QoS is never 3
3.1.2-13 client Without the will flag will retain is 0
3.1.2-14 server A will without Will Retain is published as a non-retained message
3.1.2-15 server A will with will retain is published as a retained one
3.1.2-16 client Without its flag there is no user name
3.1.2-17 client With its flag there is a user name
3.1.2-18 client Without its flag there is no password
3.1.2-19 client With its flag there is a password
3.1.2-20 client A client that is otherwise silent sends PINGREQ within its keep alive
3.1.2-21 client A client obeys the server's keep alive
3.1.2-22 server One and a half times the keep alive without a packet ends the connection as a lost one
3.1.2-23 both A session whose expiry is above 0 outlives its connection
3.1.2-24 server No packet is larger than the client's maximum
3.1.2-25 server What is too large for a client is dropped as if it had been sent
3.1.2-26 server No topic alias is above the client's maximum
3.1.2-27 server Without a topic alias maximum the client is sent no alias
3.1.2-28 server Unless it is asked for, no response information is returned
3.1.2-29 server Unless they are wanted, reason strings and user properties stand in PUBLISH, CONNACK and DISCONNECT alone
3.1.2-30 client With an authentication method the client sends AUTH or DISCONNECT alone before CONNACK
3.1.3-1 client The fields of CONNECT stand in the standard's order
3.1.3-2 both The client id names the session
3.1.3-3 client The client id is there, as the first field of the payload
3.1.3-4 client The client id is UTF-8
3.1.3-5 server Client ids of 1 to 23 letters and digits are allowed
3.1.3-6 server A client without an id is given one that nobody else has
3.1.3-7 server The assigned id counts as the client's own and is returned
3.1.3-8 server A refused client id may be answered with 0x85, then the connection closes
3.1.3-9 server A client that is back within the will delay has its will kept unsent
3.1.3-10 server The user properties of a will keep their order
3.1.3-11 client The will topic is UTF-8
3.1.3-12 client The user name is UTF-8
3.1.4-1 server A CONNECT that is wrong closes the connection
3.1.4-2 server A CONNECT that fails a further check closes the connection
3.1.4-3 server A client that connects again ends its earlier connection with DISCONNECT 0x8E
3.1.4-4 server A valid CONNECT has its clean start flag obeyed
3.1.4-5 server A valid CONNECT is answered with CONNACK 0x00
3.1.4-6 server After a refused CONNECT nothing that the client sent is processed
3.2.0-1 server CONNACK 0x00 comes before every other packet but AUTH
3.2.0-2 server A connection gets one CONNACK
3.2.2-1 server The upper seven bits of the CONNACK flags are 0
3.2.2-2 server With clean start, session present is 0
3.2.2-3 server Without clean start, session present tells whether there was a session
3.2.2-4 client A client without a session closes when CONNACK reports one
3.2.2-5 client A client drops its session when CONNACK reports none
3.2.2-6 server With a reason other than 0, session present is 0
3.2.2-7 server After a reason of 0x80 or above the connection closes
3.2.2-8 server CONNACK has one of its own reasons
3.2.2-9 server A server without QoS 1 or 2 says so in CONNACK
3.2.2-10 server A server without QoS 1 or 2 takes SUBSCRIBE at any QoS
3.2.2-11 client A client publishes at no QoS above the server's maximum
3.2.2-12 server A will above the maximum QoS is refused, with 0x9B, and the connection closes
3.2.2-13 server A retained will is refused, with 0x9A, where nothing is retained, and the connection closes
3.2.2-14 client A client publishes nothing retained where nothing is retained
3.2.2-15 client No packet is larger than the server's maximum
3.2.2-16 server A client without an id gets an assigned one that no session has
3.2.2-17 client No topic alias is above the server's maximum
3.2.2-18 client Without a topic alias maximum the server is sent no alias
3.2.2-19 server CONNACK leaves a reason string out that would make it too large
3.2.2-20 server CONNACK leaves a user property out that would make it too large
3.2.2-21 client A client obeys the server's keep alive
3.2.2-22 server Without a server keep alive, the client's own holds
3.3.1-1 both A PUBLISH that is sent again has DUP
3.3.1-2 both A PUBLISH at QoS 0 has no DUP
3.3.1-3 server DUP of a delivery says only whether that delivery is a repeated one
3.3.1-4 both QoS 3 does not exist
3.3.1-5 server A retained PUBLISH replaces the topic's retained message
3.3.1-6 server An empty retained PUBLISH is delivered and removes the retained message
3.3.1-7 server An empty retained message is not stored
3.3.1-8 server A PUBLISH without RETAIN leaves the retained message alone
3.3.1-9 server Retain handling 0 sends the retained messages that match
3.3.1-10 server Retain handling 1 sends them for a new subscription alone
3.3.1-11 server Retain handling 2 sends none
3.3.1-12 server Without retain as published, deliveries have no RETAIN
3.3.1-13 server With retain as published, deliveries keep RETAIN as it came
3.3.2-1 both The topic comes first in PUBLISH and is UTF-8
3.3.2-2 both The topic of a PUBLISH has no wildcards
3.3.2-3 server The topic of a delivery matches the subscription's filter
3.3.2-4 server The payload format indicator is passed on to every subscriber
3.3.2-5 server A message that expired before its delivery began is deleted
3.3.2-6 server The expiry that is passed on is what is left of it
3.3.2-7 both Topic aliases end with their connection
3.3.2-8 both Topic alias 0 is never sent
3.3.2-9 client No topic alias is above the server's maximum
3.3.2-10 client A client takes every alias up to its maximum
3.3.2-11 server No topic alias is above the client's maximum
3.3.2-12 server The server takes every alias up to its maximum
3.3.2-13 both The response topic is UTF-8
3.3.2-14 both The response topic has no wildcards
3.3.2-15 server The response topic is passed on to every subscriber
3.3.2-16 server The correlation data is passed on to every subscriber
3.3.2-17 server The user properties are passed on to every subscriber
3.3.2-18 server User properties keep their order
3.3.2-19 both The content type is UTF-8
3.3.2-20 server The content type is passed on to every subscriber
3.3.4-1 both A PUBLISH is answered as its QoS asks
3.3.4-2 server A message that several subscriptions match is delivered at the highest of their QoS
3.3.4-3 server Deliveries carry the identifiers of the subscriptions that caused them
3.3.4-4 server A single copy carries the identifiers of all matching subscriptions
3.3.4-5 server Where a copy is sent for each subscription, it carries that one's identifier
3.3.4-6 client A client's PUBLISH has no subscription identifier
3.3.4-7 client A client has no more PUBLISH packets open than the server's receive maximum
3.3.4-8 client A client without quota goes on sending other packets
3.3.4-9 server The server has no more PUBLISH packets open than the client's receive maximum
3.3.4-10 server The server without quota goes on sending other packets
3.4.2-1 both PUBACK has one of its own reasons
3.4.2-2 both PUBACK leaves a reason string out that would make it too large
3.4.2-3 both PUBACK leaves a user property out that would make it too large
3.5.2-1 both PUBREC has one of its own reasons
3.5.2-2 both PUBREC leaves a reason string out that would make it too large
3.5.2-3 both PUBREC leaves a user property out that would make it too large
3.6.1-1 both PUBREL has the header bits 0010
3.6.2-1 both PUBREL has one of its own reasons
3.6.2-2 both PUBREL leaves a reason string out that would make it too large
3.6.2-3 both PUBREL leaves a user property out that would make it too large
3.7.2-1 both PUBCOMP has one of its own reasons
3.7.2-2 both PUBCOMP leaves a reason string out that would make it too large
3.7.2-3 both PUBCOMP leaves a user property out that would make it too large
3.8.1-1 server SUBSCRIBE with other header bits than 0010 closes the connection
3.8.3-1 client Filters in SUBSCRIBE are UTF-8
3.8.3-2 client SUBSCRIBE holds at least one filter
3.8.3-3 server With no local, a client is not sent its own messages
3.8.3-4 client No local on a shared subscription is a protocol error
3.8.3-5 server Reserved bits in the subscription options make the packet malformed
3.8.4-1 server SUBSCRIBE is answered with SUBACK
3.8.4-2 server SUBACK has the packet id of its SUBSCRIBE
3.8.4-3 server A filter subscribed again replaces the subscription
3.8.4-4 server With retain handling 0 it repeats the retained messages, and none is lost in between
3.8.4-5 server Several filters are treated like several SUBSCRIBE with one SUBACK
3.8.4-6 server SUBACK has a reason for each filter
3.8.4-7 server That reason is the granted QoS or a failure
3.8.4-8 server A delivery has the lower of the published and the granted QoS
3.9.2-1 server SUBACK leaves a reason string out that would make it too large
3.9.2-2 server SUBACK leaves a user property out that would make it too large
3.9.3-1 server The reasons of a SUBACK stand in the order of the filters
3.9.3-2 server SUBACK has one of its own reasons for each filter
3.10.1-1 server UNSUBSCRIBE with other header bits than 0010 closes the connection
3.10.3-1 client Filters in UNSUBSCRIBE are UTF-8
3.10.3-2 client UNSUBSCRIBE holds at least one filter
3.10.4-1 server UNSUBSCRIBE compares character by character and deletes what is equal
3.10.4-2 server A deleted subscription brings no new messages
3.10.4-3 server Deliveries of QoS 1 and 2 that have begun are completed after UNSUBSCRIBE
3.10.4-4 server UNSUBSCRIBE is answered with UNSUBACK
3.10.4-5 server UNSUBACK has the packet id of its UNSUBSCRIBE, also where nothing was deleted
3.10.4-6 server Several filters are treated like several UNSUBSCRIBE with one UNSUBACK
3.11.2-1 server UNSUBACK leaves a reason string out that would make it too large
3.11.2-2 server UNSUBACK leaves a user property out that would make it too large
3.11.3-1 server The reasons of an UNSUBACK stand in the order of the filters
3.11.3-2 server UNSUBACK has one of its own reasons for each filter
3.12.4-1 server PINGREQ is answered with PINGRESP
3.14.0-1 server DISCONNECT is not sent before a CONNACK below 0x80
3.14.1-1 both DISCONNECT with reserved bits is malformed
3.14.2-1 both DISCONNECT has one of its own reasons
3.14.2-2 server The server's DISCONNECT has no session expiry
3.14.2-3 both DISCONNECT leaves a reason string out that would make it too large
3.14.2-4 both DISCONNECT leaves a user property out that would make it too large
3.14.4-1 both After DISCONNECT nothing more is sent
3.14.4-2 both The sender of DISCONNECT closes the connection
3.14.4-3 server DISCONNECT 0x00 discards the will
3.15.1-1 both AUTH with reserved bits is malformed
3.15.2-1 both AUTH has one of its own reasons
3.15.2-2 both AUTH leaves a reason string out that would make it too large
3.15.2-3 both AUTH leaves a user property out that would make it too large
4.1.0-1 both Session state is kept while the connection is open
4.1.0-2 server Session state is dropped when the connection is closed and its expiry has passed
4.2.0-1 both There is a transport that is ordered and lossless in both directions
4.3.1-1 both QoS 0 is sent with QoS 0 and no DUP
4.3.2-1 both QoS 1 takes an unused packet id for each new message
4.3.2-2 both QoS 1 is first sent without DUP
4.3.2-3 both QoS 1 waits for its PUBACK
4.3.2-4 both QoS 1 is answered with a PUBACK of the same packet id
4.3.2-5 both After PUBACK the same packet id is a new message, whatever its DUP
4.3.3-1 both QoS 2 takes an unused packet id for each new message
4.3.3-2 both QoS 2 is first sent without DUP
4.3.3-3 both QoS 2 waits for its PUBREC
4.3.3-4 both PUBREC below 0x80 is answered with a PUBREL of the same packet id
4.3.3-5 both PUBREL waits for its PUBCOMP
4.3.3-6 both After PUBREL the PUBLISH is never sent again
4.3.3-7 both A message that was sent does not expire any more
4.3.3-8 both QoS 2 is answered with a PUBREC of the same packet id
4.3.3-9 both After a PUBREC of 0x80 or above the same packet id is a new message
4.3.3-10 both Until PUBREL a repeated PUBLISH gets PUBREC again and is not delivered twice
4.3.3-11 both PUBREL is answered with a PUBCOMP of the same packet id
4.3.3-12 both After PUBCOMP the same packet id is a new message
4.3.3-13 both The exchange is completed even when the message has expired
4.4.0-1 both On resumption, and only then, PUBLISH and PUBREL without an acknowledgement are sent again
4.4.0-2 both A PUBACK or PUBREC of 0x80 or above acknowledges as well
4.5.0-1 server An accepted message joins the session of every client with a matching subscription
4.5.0-2 client A client acknowledges every PUBLISH
4.6.0-1 client PUBLISH packets are sent again in their original order
4.6.0-2 client PUBACK packets are sent in the order of the PUBLISH packets
4.6.0-3 client PUBREC packets are sent in the order of the PUBLISH packets
4.6.0-4 client PUBREL packets are sent in the order of the PUBREC packets
4.6.0-5 server Messages of one client, topic and QoS arrive in the order they came
4.6.0-6 server Every topic is ordered
4.7.0-1 both Wildcards are for filters, never for topics
4.7.1-1 both # stands alone or behind / and is the last character
4.7.1-2 both + fills a whole level
4.7.2-1 server A filter that begins with a wildcard matches no topic that begins with $
4.7.3-1 both Topics and filters have at least one character
4.7.3-2 both Topics and filters hold no U+0000
4.7.3-3 both Topics and filters have at most 65,535 bytes
4.7.3-4 server Matching neither normalizes nor replaces characters
4.8.2-1 both A shared filter begins with $share/ and a name of at least one character
4.8.2-2 both That name has no /, + or #, and / and a filter follow it
4.8.2-3 server Each member of a group is served at its own granted QoS
4.8.2-4 server A delivery of QoS 2 that was cut off is completed with the same member
4.8.2-5 server If that member's session ends first, the message goes to nobody else
4.8.2-6 server A member that refuses a message has it dropped, and nobody else gets it
4.9.0-1 both The first send quota is at most the receive maximum and not 0
4.9.0-2 both Without quota no PUBLISH above QoS 0 is sent
4.9.0-3 both Without quota all other packets are processed
4.12.0-1 server An unknown authentication method may be answered with 0x8C, then the connection closes
4.12.0-2 server A server that needs more data sends AUTH 0x18
4.12.0-3 client A client answers it with AUTH 0x18
4.12.0-4 server A server may refuse at any step; then the connection closes
4.12.0-5 both Every AUTH, and CONNACK, names the method of the CONNECT
4.12.0-6 server Without a method the server sends no AUTH and no method
4.12.0-7 client Without a method the client sends no AUTH
4.12.1-1 client A client authenticates again with the method of its CONNECT
4.12.1-2 both If that fails, the connection closes
4.13.1-1 server A malformed packet or a protocol error closes the connection
4.13.2-1 both A CONNACK or DISCONNECT of 0x80 or above means that the connection closes
6.0.0-1 both Packets travel in binary WebSocket frames; another kind of frame closes the connection
6.0.0-2 both Packets and WebSocket frames need not begin and end together
6.0.0-3 client The client offers the subprotocol mqtt
6.0.0-4 server The server selects the subprotocol mqtt
`;
