/**
 * Threats: who attacks what, how, and the defence. Tests that prove a row have its number in their titles.
 */

import type { Entry } from "./table.ts";

/**
 * V anonymous visitor, A another account, C holder of a credential, T thief of a token or key, X script in a
 * page, O reader of the database or logs, S supply chain, G guest with a link.
 */
const THREATS_TEXT = `
T1 | V | finds out at login or forgot-password who has an account | the same response and the same work whether or not the address is known, also after the response: an email without a recipient takes every step except the last
T2 | V | finds out at registration who has an account | 409 is asked for by the product; counted by address, hashed before the look-up, refused alike when the beta is full
T3 | V | tries passwords | counted by e-mail and by address before anything is hashed, exactly under parallel calls; closed when the counter does not answer; common passwords refused
T4 | T, X | steals a session token | 256 random bits, stored as a digest only, dead at logout, reset and after its time; no foreign script runs in the page
T5 | X | makes a browser call the API | no cookie authenticates anything; only JSON is read, so every call from elsewhere is asked about first; a GET changes nothing
T6 | X | reads answers from another site | no site but the product's own may read
T7 | X | opens a WebSocket from another site | an origin that is not the product's is refused; CONNECT still needs its secret
T8 | A, C | writes HTML into names, topics, payloads | text stays text; the page runs no script but its own
T9 | A | calls with another account's ids | every statement names its owner; an id of another account and an unknown id get the same answer
T10 | A | sets fields that a caller must not set | each call takes only the fields of its schema
T11 | A | writes SQL into fields | values are bound, never written into a statement
T12 | A | publishes or subscribes in another account | one object an account; the first level of every topic is the account
T13 | C | widens its rights with wildcards | a filter is granted when it can match something readable, and every delivery is checked
T14 | C | reaches further by $share or $SYS | a shared filter is authorised by the filter inside it; no $ level is in reach
T15 | C | leaves a will on a topic it may not write | authorised at CONNECT and again when it is published
T16 | C | gets what was queued after its right was taken | every delivery is checked when it is sent, from the queue too
T17 | A, C | takes over a session with its client id | a session belongs to principal and client id
T18 | T | stays connected with a changed or deleted credential | dropped before the API answers; a lost notice is noticed within a minute
T19 | T | stays connected with a deleted API key | dropped before the API answers
T20 | T | goes on as a deleted device | its sessions end, its will is not published, its events keep its name
T21 | V | sends packet bombs | sizes are checked before bytes are collected; only CONNECT is accepted first; frames are bounded
T22 | C | never reads | what waits for a reader is bounded; QoS 0 is dropped first, then the connection
T23 | C | subscribes without end | subscriptions are bounded; a message goes to a session once, however many filters match
T24 | V | wakes objects by guessed addresses | an object without an account stores nothing, and an address that tries ten in a minute waits
T25 | C | abuses topic aliases | bounded, of one connection, refused outside their range
T26 | C | fills queues, sessions and retained messages | each is bounded; the oldest in a queue goes and is counted, a new retained message is refused
T27 | C | abuses the control message | a bounded JSON object with exactly on or off; anything else is an error event and changes nothing
T28 | V | replays or guesses reset tokens | 256 random bits, stored as a digest, valid for an hour and once; a new one ends the old one
T29 | V | writes headers or HTML into emails | values that could be headers are refused; names are escaped; emails are counted
T30 | V | pretends to come from elsewhere | the address is the edge's, an IPv6 customer is one, an e-mail counts however it is written
T31 | V | measures comparisons | secrets are looked up by digest and compared in constant time
T32 | O | reads secrets in the database | sealed with AES-256-GCM for their place, or stored as digests
T33 | O, T | reads secrets in logs and errors | an error shows a request id; secrets are in no log
T34 | T | takes the account by another e-mail address | it needs the password and an email; open reset tokens and other sessions end, and the old address can recover it
T35 | V | registers past the maximum | counted in the statement that inserts
T36 | A | makes more devices than allowed | counted in the statement that inserts
T37 | T | finds API keys in client ids | hashed in stored sessions, hidden from people
T38 | S | brings bad code through a package | one version each, locked with checksums, few at run time, each with its reason
T39 | V | frames, sniffs, plays with methods | the same headers on every answer; only the methods that a path has
T40 | A | finds what a deleted account left | database rows, the broker's storage and the counters go; an id is never used again
T50 | V | reads emails of a deployed product on the developer mail page | a deployment is production by default; development routes are in no bundle of it
T51 | V | makes an email link elsewhere by forged request headers | absolute addresses come from the configuration only; without one no email is sent
T52 | X | makes a name of its own point here and passes for the product's page (DNS rebinding) | requests for a host that is not the product's get 421 before any work; a page's origin is compared with the same list
T53 | X | makes script of text in the page, or sends what it finds elsewhere | Trusted Types with one exception, the clock of MQTT.js; the page may call the product's own addresses only
T60 | V | opens an account under another person's address | the address is verified by the link in its email; a reset on an unverified one clears the account of everything that logs in or acts, by a list that names every table, and announces it; until then no other email goes there
T61 | T | moves or deletes an account with a stolen session | another address and deletion need the password; the address is verified by the link in its email; the old one can recover the account for seven days, and stays reserved meanwhile
T62 | V, A | floods a person with emails, or uses up their emails | five an hour to one address and twenty an account for each purpose, so that strangers use up none that the owner causes; notices have twenty a day of their own; counted without races; above that no email is sent and earlier links still work
T63 | V | locks an owner out with wrong passwords | counted by email and address together; a browser that has logged in before, or has reset the password, is counted separately; all guesses at one email together are bounded
T64 | T | uses the cookie of a browser that has logged in before | it authenticates nothing; a digest, for one account, half a year, ended by a reset; unreadable for scripts and other sites
T65 | V | makes everybody wait by wrong passwords from one address | addresses take turns at the hasher, and each has a bounded number of places there
T66 | V | registers from many addresses of one IPv6 customer | registrations are counted by the /48
T67 | O | reads in the log whose line it is | a digest of its id names the account; the operator can look it up
T70 | V, C | sends frames without end | counted before they are parsed; over the rate the connection ends, and the sender is blocked at its address
T71 | V, C | sends packets byte by byte | what waits for its rest is neither copied nor written down for each of them
T72 | T | holds up a change of rights by a flood | what comes is worked off in rounds, and calls come to their turn between two of them
T73 | C | subscribes and unsubscribes without end | filters have a rate; over it they are refused, and a client that continues is blocked
T74 | V | sends compressed frames that unpack to much more | compression is not offered; a frame that says it is compressed ends the connection
T75 | V | has the account's object restarted over and over | because of a client that was never connected it restarts once in ten seconds at most, doubled each time; the address stays blocked
T80 | C | keeps sessions without end, so that others' are ended | the principal that keeps the most makes room
T81 | C | fills the account's queues, so that others' messages are dropped | the queues of one principal hold at most what is left to all others; it loses its own oldest
T82 | C | has the broker acknowledge what it cannot keep | refused with 0x97, in 3.1.1 the connection ends without an acknowledgement
T86 | O, T | finds an API key in stored or logged data about clients | keys are hidden at one place before anything is written, also in topics that repeat a client id
T88 | O, T | keeps rights that a restored database, or an early read, seems to give | a read that a change overtook is never used; numbers of passwords are made by the clock
T90 | V | learns from the page whether an address has an account | the screens for a forgotten password show the same for every address
T93 | A, C | fills the events of an account with commands | over an allowance a device's events of ten seconds become one, with a count and what came of them
T94 | A, C | hides a command to a device among many | every command switches and counts; the state changes with the command, even if its event is summed
T95 | C | fills the events by coming and going | connections and errors are counted like commands, each kind for itself
T97 | A, C | goes on sending after its end, and has each frame cost a restart of the account's object | one restart for five thousand of them; the others cost a look into a map
T98 | V | guesses passwords, and keeps everybody waiting who shares the thread | a hash is many small rounds, and a message waits for one of them
T99 | V | goes on guessing after its calls are refused, each of which is recorded by some counters and withdrawn | an isolate remembers for a second that a counter is full, and neither asks nor writes
T120 | V, C | logs in with unknown names, so that each attempt queries the database | an account queries a name once in ten seconds; wrong passwords of known names cause no query
T121 | A, C | fills an account's storage with events | it keeps MAX_EVENTS of them, for EVENT_RETENTION_DAYS: the oldest go
T150 | V | registers accounts with another person's user name, so that its clients find no account | a generated name is unique and names its account; an owner whose clients are locked out by equal names finds a row in the log, with a remedy
T151 | V | learns from a refused login without an account whether a name exists | one sentence, sent before the owner is notified; the row is in the log of the account with the name
T152 | O | rotates a password, and leaves its devices behind | the old one is as good until its time is over, on every way in; its later use is distinguished from a wrong password
T153 | A | has the database hold secrets that are over | an earlier password is sealed like the present one and forgotten a week after its time
T154 | T | gives a credential the device, a channel or a grant of another account | refused by the statement that would write it; a grant's filter always stands below the own root
T160 | C | takes all there is by few large messages | bytes of messages have a rate of their own, half of it one connection's; what is refused for a limit names it and what to do
T161 | C | fills the account's memory with packets that it never completes | all incomplete packets of an account hold 16 MiB at most; the client whose packet waited longest is dropped
T170 | A, C | guesses or floods through the bridge, so that its other clients are blocked | the bridge signs the address of each client; throttles, block list, waiting room and lists use that address
T171 | V, A | claims in the name of the bridge to come from elsewhere | an address is accepted only with a signature of one of the bridge's keys, on upgrades to the broker
T172 | V, A | replays the bridge's header later, or at another path | a signature holds for one path and a minute
T173 | V, A | writes something else into the bridge's header | what is not word for word as agreed changes nothing, and no object sees it
T174 | T | uses a key of the bridge that was replaced | several keys hold at once, so that one is replaced unnoticed; dropped, it is not believed any more
T175 | O | finds a secret of a deployment in its output or files | made in memory, handed over in a file during the upload; each key is stored in a file for its owner only
T180 | V | claims another address in a PROXY header, or sends a malformed one | only a configured balancer is trusted; a malformed header ends that client
T181 | C | takes all places of the bridge, or all turns at the broker behind it | an address has 200 connections and few turns; other addresses do not wait behind it
T182 | C | reads nothing, so that the bridge holds what he was sent | the broker's side is read only as fast as he takes; he costs his window
T190 | V | looks for a way in for operators | without an operator's key their paths answer like any unknown path
T191 | T | uses a session, or an account's key, as an operator's | they are keys of their own, compared whole and in constant time, and good for nothing else
T192 | V | guesses at an operator's key | 256 bits; wrong ones are counted by address, and keep no right one out
T193 | T | uses an operator's key unnoticed | each call with a key is a row in the audit log, refused ones too: key, call, account, outcome
T194 | T | has the audit log fail, so that what he does is not in it | the row is written before anything is done; what cannot be written down is not done
T195 | C | stays connected, or comes in again, while the account is suspended | its clients are dropped before the operator's answer; CONNECT is refused by the copy of the rights, links to devices are as if they had ended
T196 | A | goes on over REST while suspended | every call answers 403 with the reason, but for those that read what is theirs, and those that leave
T197 | V | registers past the limit with another address's invitation, or twice with one | a token is valid for its address, once, for fourteen days; the database has its digest
T206 | V | fills the metrics with methods and paths of his own making | a path stands there as the contract has it, all others are one, and so are methods
T207 | V, A | reads the service's activity from its metrics | only an operator's key opens them; without a configured key the path does not exist
T208 | T | learns from the metrics who the accounts are | an account stands there by its name in the log, and no path has an id
T209 | T | finds a secret in the doctor's output | it shows the beginning of a key's digest, and describes a fault without the key
T210 | T | has an operator's key sent to him | it goes over https to the address that was named, and this machine's own key to this machine alone
T211 | T | deploys with local secrets, which are in a file | the doctor compares digests of both, and names those to rotate
T212 | A | has a name or a user name do something in an operator's terminal | control characters are taken out of what a person reads
T213 | C | publishes a device's status, to switch what depends on it | only the broker publishes there: no key, credential, grant or will; the log names the client
T214 | A | reads the values of a deleted device | its series are inaccessible with the change that deletes it, and their blocks are deleted in slices
T226 | T | asks for what another account measures | a series is had by its device's or channel's id, which is looked up among the asker's own
T227 | C | calls a series by a formula, which runs when its CSV is opened in a spreadsheet | the columns have fixed names; no user-given name is in the file
T241 | T | plans a device for every minute, so that what became of it fills the account's storage | as many planned times are remembered as events, and for as long
T242 | T | uses an operator's key that was replaced | the one before holds until everybody has the new one; dropped, it opens nothing, and other operators' keys stay as they were
T251 | C | announces a device of the account to Home Assistant with its own topics, or removes it | only the broker publishes announcements, whatever a client's rights; the log names the client
T252 | C | announces a device whose commands would go to a device of the account, so that its adopter switches another | it is listed with the reason; an adopted device keeps its topics
T260 | C | logs in as a discovered device, to take its place and prove its commands | no login can be a discovered device: credentials and links are refused for it, and its id is refused at CONNECT
T270 | T | goes on with a stolen session | the owner sees every session with its browser and ends it; it is dead in the account's object, and its streams are closed, before the answer; a new password ends all others
T271 | T | guesses the password with a stolen session, or prepares to come back | ten guesses an hour and account; a new password ends reset links and moves of the address that another session asked for, and is announced by e-mail; tokens stay valid, dialog and e-mail say how many, and a new password deletes them on request
T350 | T | reads in another person's browser what the page cached | no API key, credential or password; it is shown to no other account, and is removed with the session
T360 | V | guesses tokens, over REST or as MQTT passwords | 160 random bits; beyond 60 wrong ones a minute and address nothing is looked up; after 100 failed connections the account's object refuses the address; the account's log has few rows about it
T361 | A, T | shows a token of another account, of a deleted account, a truncated token, or its secret under another account's id | the digest of the whole token must be in the account's own rows
T362 | T | goes on with a token after it has expired, before the alarm that ends its connection | each frame is asked whether its client's time is over; a late alarm gives nothing away
T363 | T | spells the topic in a path so that it leads to another account, another call or past a scope: dots, %2e, %2F, %00, wildcards, bad UTF-8 | one function decides what a path means, always below the account's root, and the scope is compared with what comes out
T364 | T | switches an adopted device by its maker's command topic, with a token that may only publish | such a topic needs devices:switch of the device, over MQTT and HTTP
T365 | A | names a device so that an assistant takes the name for an instruction | names, topics and payloads are answered as data, cut at 200 characters, and in no description of a tool
T380 | T | has notices sent to an address of a private network, of this machine or of Switchyard: in unusual spellings, by a name, by a redirect | the address is checked at each attempt in the URL standard's form; names are resolved first; redirects are not followed; nothing of a response but its status is kept, and of a chat service its words
T381 | T | has push messages sent to a host of its choice | only hosts of PUSH_HOSTS are accepted and sent to
T382 | V | answers a notice slowly, without end, with a redirect, or with content that is shown | ten seconds a request, the body is cut off unread, of a chat service after 64 KiB; our own text about the status is shown, and at most 200 characters of a chat service as one plain line
T383 | T | has the name of a webhook resolve to a private address after it was accepted | a desk connects to the address that it checked; a deployment resolves it before each attempt, reaches no private network, and meets TLS
T384 | A | floods a host with notices or tests | a host must answer a signed test with 2xx first; 60 requests an hour and host whatever causes them, ten tests a minute, 200 notices a day, also across sleep and if watches are deleted and made again
T385 | A, C | names a device or a watch so that a chat calls everybody, runs a command or shows another link | names and values are escaped for each service, mentions are off, line ends and marks of direction are removed
T386 | O, T | reads where a chat takes messages, and writes there | the address is sealed in the database alone; answers, lists, exports and the object have its host, and no error or log line has any of it
T390 | T | sends /mcp messages of a wrong form: other types, batches, unknown revisions and methods, deep nesting | each is answered with a JSON-RPC error that has its id, and no other revision is granted than those whose rules are kept
T391 | V | calls with forged sessions, tokens and tickets, of made-up accounts too, over HTTP and MQTT | each failure counts against its address, which waits beyond 60 a minute; the object of an account that does not exist is never called, and leaves no file
T392 | V | posts large bodies with forged tokens, or slowly | no body is read before its caller is known; those that are read share a bounded memory and must arrive in ten seconds
T393 | V | uses up what an account may do, without its tokens | changes, connects and reads are counted after the caller is proven
T400 | G | uses the token of a link for more than its devices: other calls, MQTT, /mcp, filters of other topics, control topics | a table names the calls of a guest; everything else is refused, for a device that exists and for one that does not
T401 | G | goes on with a link that has not begun, was narrowed, has ended, or belongs to a suspended or deleted account | each call and stream checks it; pages are closed before the answer that ends it
T402 | G | floods the account with calls, refused ones too | reads and changes of a guest are counted by themselves; a refused call of a known guest needs no database
T403 | G | finds another guest's link on a computer that both use | the page keeps the token in the session storage of its tab, and removes it from the address at once
T404 | G | learns more than was shared: topics, rooms, clients, other guests, why an account is suspended | an answer to a guest leaves them out
T410 | T, G | switches a device that asks its owner first on another way: a message, a will, another maker's topic, a schedule, a watch, its auto-off, its deletion, or by changing whom it asks about | one rule decides on every way; what cannot wait is refused; a table of ways and callers is tried cell by cell
T411 | T | allows an order itself: with a token, a guest's link, or the ticket of another order, an ended one or a removed browser | only a login session or the order's own ticket answers, once; the ticket is in the encrypted push message alone, and the object has its digest; each answer is in the security log
T412 | T, G | orders again and again until the owner allows one, or keeps a phone busy | the same order is the same row, twenty wait, each ends after five minutes, and sixty push messages leave an hour
T440 | V | logs in with a passkey from another page, another site, a frame, or without the person | type, origin, site and flags of both responses are compared; a failure is in the security log
T441 | V | repeats a login that was overheard, or makes up its challenge | challenges are ours by a MAC, five minutes old at most, and each login needs a newer one than the last of its passkey
T442 | V | adds a passkey with a stolen session, or keeps one after the owner has set a new password | adding needs the password, ten are the most, and a reset deletes them all
T450 | V | gets a code sent to an address of its own, by a redirect address that looks like the registered one | addresses are compared as texts, only the port of a program on the computer is free, and an error about them stays on the page
T451 | T | uses a code or a refresh token that it overheard, or guesses one | a code needs the verifier, its client and address, works once and for a minute; a secret that is used twice ends the login; wrong ones count as wrong bearers
T452 | V | makes the service fetch what it must not, by the document of a client | the rules of webhooks hold: public addresses on 443, no redirect, five seconds, 64 KiB, and its address is in it
T453 | V, T | allows an app without the person: in a frame, with a token, as a guest or an app, or for more than was asked | the page forbids framing, and the call needs a login session; scopes and devices are checked again
T454 | V | fills the service with registrations of clients | 20 an hour and network, 10,000 unused ones at most, deleted after a day
T455 | T | uses the access token of an app elsewhere, or after its end | it opens /mcp only, lives an hour, and ends with a press, a reset or its app before the answer
`;

/** One row a line: `number | who | what | defence`. */
export const THREATS: readonly Entry[] = THREATS_TEXT.trim()
  .split("\n")
  .map((line) => {
    const [number = "", who = "", what = "", answer = ""] = line.split(" | ");
    return { number, who, what, answer };
  });

/** Threats that no test can show, and why. */
export const NO_THREAT: Readonly<Record<string, string>> = {};
