/** What may fail, and the state afterwards. Tests that prove a row have its number in their titles. */

import type { Entry } from "./table.ts";

const FAULTS_TEXT = `
F1 | the runtime is killed while messages pass | what was acknowledged arrives
F2 | killed in the turn that writes an event | the event and what caused it are both there, or neither
F3 | killed after an event was written, before its command is answered | the event is recorded once
F4 | killed while the object's tables are made or changed | all of it or nothing; the next start completes it
F5 | the object sleeps with messages under way | sent again after a reconnect only, with the same ids
F6 | the object is thrown out of memory | clients reconnect; each lost connection is recorded once
F7 | a handler throws, at whatever call | the turn changes nothing; that client is disconnected, the others continue
F8 | the object's storage is full | nothing is acknowledged that was not written
F9 | the database fails before it commits | tried again, later and later
F10 | the database commits and the answer is lost | no row twice
F11 | the database is away for a long time | devices connect, switch and are recorded; only what people set up waits
F12 | the database hangs | the broker goes on; the API answers with an error
F13 | the database is overloaded | no tight retry
F14 | the alarm meets errors | it never throws, and the next one is set
F15 | the alarm rings an hour late | no client is ended at once
F16 | the clock jumps forward | no client is ended at once
F17 | the clock jumps back | the order of events stays; waits do not grow
F18 | an alarm rings twice | the second finds nothing to do
F19 | a client falls silent without closing | its connection ends after one and a half keep alives, with one event
F20 | a client closes its half, or resets | one event
F21 | a client comes again while its old socket looks open | the new one takes over, the old one gets a DISCONNECT in MQTT 5
F22 | two CONNECTs with one client id at once | exactly one lives
F23 | two clients fight for one client id | slowed down by the connect rate
F24 | a client reads slowly | bounded; the others go on
F25 | a client never acknowledges | its window stands still, nothing is sent again on the same connection, the queue is bounded
F26 | a PUBACK for nothing | ignored
F27 | a publisher sends a message again | delivered again: at least once
F28 | packets come in pieces of a byte | they are decoded; at most one maximum packet is buffered
F29 | a text frame | closed with 1003
F30 | packets before CONNECT is answered | they wait, up to a limit
F31 | the notice of a change of rights is lost | the object notices the change within a minute
F32 | a change of rights races a CONNECT | authenticated by the new rights
F33 | new code meets an object of older code | its tables are brought forward, from each version
F34 | code is rolled back | the older code reads what the newer one wrote: tables only grow
F35 | hashing a password exceeds the CPU limit | nothing half done
F36 | the mail provider is down | the response is the same; the email is retried for a day
F37 | the counter of calls is down | closed: 503 where it guards, and the rest is served
F38 | a key is missing or unknown | 503, and nothing is overwritten
F39 | hundreds of clients come back at once | all are let in
F40 | the browser's storage is corrupt, absent or full | logged out, no white screen
F41 | a file of the page is gone after a release | reloaded once, when the deployed index names other files
F42 | two people switch one device at once | everyone and the database end with the same state
F43 | the API answers an error page | the product's own sentence
F44 | the maximum of users is lowered below their number | the waitlist; who is registered logs in
F60 | the service is deployed without its address | its health check responds with the missing settings; no other path responds, and no email is sent
F61 | Node is too old to install or to run the product | one sentence names the required version, and nothing runs
F62 | an exported account does not fit into Mosquitto's files | the files contain what fits and work; they and the command list what is omitted or different
F63 | a reset clears an account whose object does not answer | 503, nothing was changed, and the link still works
F64 | the counter of emails is down | closed: 503, and no account, token or email is left behind
F65 | one link of an email is opened many times at once | one of them counts
F66 | very many wills are due at once, or very many connections were lost unseen | some in each turn, in their order, each once
F70 | a client cannot take the CONNACK that is due to it | it is closed before anything is taken over, ended or published
F71 | a new reader is slower than what is retained for it, or the object sleeps in between | it waits in storage: all of it comes, once, before what is published on its topics meanwhile
F72 | a frame of many messages sets off writes in its middle | what it counted is counted once: traffic, unsent bytes, turns of shared groups
F73 | a member of a shared group ends with messages unacknowledged | what was sent at QoS 1, or waits, goes to another member
F74 | the connection breaks between PUBREL and PUBCOMP | the repeated PUBREL gets the same answer
F75 | code is rolled back and deployed again, and accounts woke meanwhile | each finds what the other left; the number of the tables never goes back
F76 | the database is restored from a backup | clients are authenticated by its present rights at once; lost rights no longer count
F77 | an account ends, and the database or its broker fails on the way | all of it is there, or all of it goes: what is left over the cron finishes
F78 | more expires than was foreseen | the jobs go on until their time is over, in small steps; at a desk they run, too
F79 | the local database is lost, emptied or truncated | the start refuses with instructions, instead of beginning as an empty product
F80 | brokers do not open, or do not respond | health reports it: it opens a test broker, and counts failures that the isolate has seen within a minute
F81 | a key is rotated, and values need the old one | no needed key is overwritten or dropped; an unreadable value does not hide others
F82 | retained messages exceed what a reader takes at once, and are written again meanwhile | all arrive, once, in the order of their topics' last writes, with messages that the reader missed
F83 | a row that a reader waits for is deleted, and another message gets its number | the new message is delivered as new, once
F84 | a message is as large as a packet may be | it is delivered, queued and retained like any other, also where it fills the queue alone
F86 | a file of the page cannot be fetched without a new release | the page reports it in place, continues, and loads the file when the network is back
F87 | the first load of a list fails | the error stays until it succeeds; an unknown list is not shown as empty
F88 | the server is gone while the page is open | presence, states and the connection are shown as not known; nothing stays green
F89 | a device is switched while a form edits it | it keeps its switched state, unless the form changes the state
F90 | the object sleeps or is thrown out of memory while events are summed | the sum is there, and goes on
F91 | the database is down while events are summed | no effect; every sum is recorded once, in order
F92 | the clock jumps back while events are summed | the sum ends with the device's next event
F93 | the page is slow, and the user types into a form at the moment of its appearance | no character is lost
F94 | the page is slow, and the user types on while an earlier search updates the address | the typed text stays, and is searched for
F120 | a new release starts on the data of an older one | every answer is as it was, everyone connects, what waited is given, a raised watch ends its action
F130 | plain bytes come to the bridge's TLS port | that client is ended and counted; the next one is served
F131 | the bridge's certificate is replaced while clients talk | who comes next is served the new one, who is here stays
F132 | the broker fails, and every client of a bridge comes again at once | one try after the other, ever further apart and with jitter; the first that works opens the way to all who wait
F133 | a bridge gets SIGTERM | it refuses new clients, disconnects the others one after the other, and reports it on /health; a second signal ends it at once
F191 | a deployment fails in the middle | each step leaves alone what is there, and the next run goes on from it
F192 | the Worker's secrets are gone, or its database is another one | nothing is deployed: a new key would open nothing, another database would be empty
F193 | a key is dropped that an account's object has passwords sealed with, in its copy of the rights | the database has them sealed with the next key, and is read again
F194 | the key is turned that API keys are looked up by | each is looked for with every key until the jobs have looked all up with the new one; none is dropped before
F195 | a key rotates, and an object has the previous secrets for five more minutes | the new key is used from ten minutes on, and opens at once
F200 | the database fails between an operator's action and its outcome in the audit log | the action is done, and its row has no outcome
F201 | an account's object restarts between the announcement of a suspension and its commit | it accepts no client before it has read the rights, and none afterwards
F202 | an account's object does not answer when it is to be suspended | 503, nothing is done; the operator sees the account without the object's part
F210 | an object sleeps with unreported metrics | a connection's counts and the reported part lie in its attachment; the rest is reported later, once
F211 | the metrics store does not answer | no response waits or fails; the counts of that time are lost
F212 | stored metrics cannot be read, because a secret is missing or refused | 503 with a sentence that names the setting, without any token
F213 | the jobs do not run, or one of them fails each time | each run stores its time and its failed jobs; the doctor reports them with instructions
F214 | new code runs on a database that has not had its migrations | the doctor names those that are missing
F215 | metrics are deployed to an account without Analytics Engine | the deployment explains how to enable it, and continues without
F216 | samples come late, twice or out of order, and the object hibernates during compaction | repeated work changes nothing; every resolution equals a plain list
F217 | telemetry is no JSON, has NaN or an invalid number, a wrong clock, or one series too many | delivered, not stored, one event in ten seconds
F218 | the object sleeps, or restarts itself, with samples that are not written | they lie in their connection's attachment; before a restart of its own all are written
F219 | the machine fails between two writes of samples | of QoS 0 those of the last minute are missing; those at QoS 1 were written before they were acknowledged
F246 | a sensor falls silent | its value stays, greyed and called overdue, once it is older than three of its usual intervals
F247 | samples are missing in the middle of a series | the line has a gap
F248 | a device was switched before the range of a chart | earlier events give its state; without them the chart shows none
F249 | a device sends values faster than a person can read | the page requests them at most once a second, and once after the last
F256 | a planned local time does not exist, because clocks go forward | it runs once, at the next minute that there is
F257 | a planned local time exists twice, because clocks go back | it runs once, the first time
F258 | the sun rises at another time each day | the time is computed for the place and the day, once a day
F259 | the sun neither rises nor sets for weeks | such days are passed by
F260 | the service is down at a planned time, for less than the grace period | it runs late, and its row has the time
F261 | the service is down for longer, and missed times are skipped | one run counts the missed times, and nothing is switched
F262 | the same, and what was missed is made up for once | the latest runs, those before it are superseded
F263 | killed at the very moment of a planned time | the row, the command and the next time stand together or not at all: nothing twice, nothing lost
F264 | a hundred schedules are due in the same second | each runs within it, in the order planned
F265 | the object sleeps at a planned time | its alarm wakes it
F266 | a schedule changes, is paused or deleted between plan and run | what was due before runs by the old words, what comes after by the new ones
F267 | a device is deleted with its schedules | nothing of them runs, and nothing is left of them
F268 | the timing of a schedule cannot be computed | other schedules run, and this one is tried again
F269 | the clock jumps back over a planned time | it does not run a second time
F270 | two ends of a device's being on are planned | the earlier "off" wins
F271 | an account is suspended at a planned time | nothing is switched, then or later; its row has the outcome missed
F272 | a schedule that switched is renamed or deleted afterwards | its events name it as it is called, or was last, for as long as there are any
F273 | an account is suspended before a device switches off by itself | it switches off at its time, and gets the command after the suspension
F276 | what announces a device is no JSON, or JSON of another shape | it is listed with the reason, or not at all; nothing else of the list is lost
F277 | a discovered device reports its state while a command is on its way to it | a report that contradicts a command of the last ten seconds describes the state before it: no switch, and no proof
F286 | a device has not acknowledged a command, or never connected | no lamp is lit: the state is shown as awaited or unknown, on every screen and after a reload
F287 | another client, or a timer, switches a device while the page shows an earlier press | the line follows the newest command
F288 | a user finds a device by the keyboard and presses Enter | its page opens; only Ctrl+Enter switches
F290 | a dashboard is open all day | events arrive over its standing connection; the API is asked at most twice a minute
F300 | a board writes its numbers as JSON allows, or nearly so: 1E-2, 01, -0, seventeen digits, a key twice, spaces | read from its bytes or by JSON, it is the same numbers, or none
F301 | a board measures a thousand times a second | a slice of it reads the block that it comes behind, not its whole minute
F310 | a discovered device publishes its availability without retain, and the object sleeps | the broker stores it, as Home Assistant does; without any message the device counts as offline
F311 | a discovered device's availability has an unknown payload, or its retained message is deleted | no effect: the last known availability stays
F312 | a discovered device is on when it is adopted | its retained messages count: state, presence and status are right at once
F313 | a discovered device without a state topic is offline when it is switched | it gets the command when it is online; no proof is claimed
F314 | a discovered device's commands are to be retained, and the account retains nothing, or has no space | they are sent, and not retained
F315 | the object is killed while a discovered device is switched by its schedules | each planned time has one row and one command; a proven command was received, and a missed one is sent once
F317 | a planned time, auto-off or a lost connection applies to a discovered device | as for any other: one command in its own payload, proven by its own state report
F330 | a chosen user name or password is a command of a program, or needs quoting | the lines to paste quote it, or are omitted
F331 | a device behind Zigbee2MQTT is unplugged | the lines to paste make Zigbee2MQTT report it, and it is not shown as connected
F332 | another server answers in the broker's place | a program configured by the lines to paste verifies the certificate wherever there is TLS
F333 | a week of runs is looked at, and one in the middle was missed | each run, miss and next time has its mark on the device's band, not the last one alone
F334 | a discovered device is online without its own connection, and is requested alone | the response has the same fields: online since, announced by, topics
F335 | a device of another make has no connections here | the band shows when it reported itself online
F350 | the network goes before a dialog, the palette or a toast was ever wanted | the service worker cached their code after the first screen: they open and speak
F351 | the page is loaded while the server is down | it comes from the browser's cache, with the last lists, grey and with their time, and continues when a call is answered
F352 | a release is deployed while a browser has the previous page cached | the index comes from the network when possible; a cached page runs like an open one, and the next load replaces it
F353 | the network accepts the page's request and does not answer | the cached page appears after five seconds
F355 | the user logs out while the server is down | the page forgets the session, and reports that it is still open on the server
F356 | the page's API key is deleted elsewhere | the page uses the next one, or reports that none is left
F357 | the last place is taken during a registration | the waitlist form has the typed address
F370 | the page receives no newer command, and the list shows another state | the outcome of the earlier press is not shown
F371 | a virtual device runs in the page while the list still shows its device as offline | the screen shows Connected
F372 | a user exceeds a rate limit | the wait counts down, and its start and end are read out; then the button is back
F373 | the link of an email cannot be checked, because the API is down | it is not called expired, and a retry is offered
F374 | the local runtime makes up a place that clients come from | the local product does not show it
F375 | a topic or a user name exists | the error names it and its owner
F376 | a URL filters by an unknown value; a device was silent for long; a bar is a hundredth of another | the filter is reported and ignored; the others remain visible
F377 | a device violated its rights | its event links to the refusal, or explains why it has no refusal
F378 | a reader searches the guide in the browser, or prints it | programs that are not selected are found and shown; all are printed
F379 | names and topics are as long as they may be, or a press goes beside a dialog with something typed in it | its buttons stay in view and nothing moves sideways; it asks before anything typed is gone
F390 | what has the focus goes away: a deleted row, a form that is done, a screen that is left | a heading near by takes it, never the body
F391 | a name is written from right to left, or in signs of several parts | it keeps its direction and its beginning, and turns over nothing beside it
F392 | a user hears the page instead of seeing it | each save, deletion and new key is read out, also while a dialog is open
F393 | a user presses with a finger | levers, navigation and each screen's main button are at least 44 pixels large
F394 | a user has forced colours | a lit lamp differs from a dark one, and marked elements have a frame
F395 | a user opens the product on a phone | only \`npm start -- --lan\` opens it to the network, and prints the address for a phone
F396 | a page is open on the desk's own name for itself, or on a phone without TLS | a code that a phone reads leads to where the phone reaches it, or what to type stands in its place; the lamp works there
F397 | a first device takes its first command, on whatever screen | that is celebrated once, read out, and moves nothing
F410 | the page's script is slow to come | the landing page is painted without it, in the visitor's theme, and its links lead on
F411 | a signed-in user opens the landing page, or its file is served at another address | the landing page is not visible for a moment
F412 | a user has no pointer, or uses a screen reader | the menu opens, moves and closes by keys, and the focus returns
F430 | npm takes an option that was typed without two dashes before it, or an option is misspelt | nothing is done, and the message shows how to type it: a dry run is never a deployment
F431 | a certificate and a key that do not fit each other, of whatever kinds, stand in the bridge's files | it does not start with them, and keeps the pair that it has until they fit
F432 | the bridge's certificate file cannot be read for a moment | it is read again later, and logged
F433 | the bridge's certificate is renewed with a SIGHUP, as for other servers | it is read at once, and no client is ended
F434 | the Worker does not accept a bridge's key, or the bridge's clock is wrong | the bridge logs and counts it, and logs when it is accepted again
F435 | a device is refused for a temporary reason: a suspended account, a busy broker, too many tries | it tries again, and prints the reason
F436 | an operator's keys are rotated, or have names, and the shell needs one | it uses the first key only, which is accepted
F437 | a secret of the Worker is lost, or was put there wrongly | its health is 503 like all that needs it, and the doctor names it
F438 | local data exists, and the secrets that it is sealed with do not | npm start creates no new ones, and explains it
F439 | the machine stops, or its disk is full, while a file with keys or a token is written | the old file is whole; the new one replaces it by a rename, and only its owner may read it
F440 | an announcement of a device is so long, or repeats itself so often, that reading it takes the runtime's memory | it is measured before it is parsed, and listed with the reason why it is not read
F441 | thousands of devices announce themselves | the list has 200 rows and 256 KB at most, is read in slices, and shows that there are more
F442 | an account adopts the maximum of discovered devices | they have their own limit; other devices keep theirs
F443 | an announcement names another device's topic, or a topic that only the broker publishes, for its commands | it is listed with that reason, and cannot be adopted
F444 | Home Assistant starts, or a value is silent for longer than its usual interval | the last values are sent again without being stored again; an overdue value is not sent, and expires there
F450 | the service is away for a day, with hundreds of schedules, and rights change when it is back | each schedule has one run of all that was missed; the change waits for one slice
F451 | the turn of a planned time fails again and again | it is tried after 5 seconds, then after twice as long each time, and has failed after five tries; other schedules do not wait
F452 | what a deadline does fails again and again | it is tried after 5 seconds and twice as long each time, up to an hour; the others ring
F460 | a program changes something over REST many times a second | CHANGE_RATE of an account: beyond its burst 429 with the seconds to wait; reading goes on
F461 | several devices behind one address try a credential's old password for ever | a client that was let in from there with that name in the last hour gets in all the same; others wait
F462 | the object hibernates while a name is blocked at an address | the block stays, and so do the clients that are let in all the same: they are stored with it
F470 | a client repeats one QoS 2 message for ever | each repeat counts against the publish rate, and is never denied: its packet id stays taken
F471 | a client of MQTT 3.1 subscribes without the right to | it is granted QoS 0 and receives nothing; the log has a row
F472 | a topic or response topic is as long as a packet can hold, and its view makes it longer | only its publisher is affected: it gets 0x90
F473 | a message that no packet can hold waits in storage | it is dropped for its reader, counted and logged once; subscribers and stored sessions continue
F474 | the user properties of one packet are longer than a row can hold | 0x97: one message is denied, any other packet ends its connection
F480 | one login of an account, or one device, uses all connections, retained messages or series that it can | it gets at most as much as remains for all others, a device 32 series; a refusal explains it, and existing ones stay
F481 | an account writes more rows on a day than it may | messages that need a row are refused until midnight UTC, over MQTT and REST, with one row and one log line; QoS 0 continues
F482 | memory is lost while old samples are compacted into minutes and hours | their blocks are deleted only afterwards, so they count once
F483 | a row or an attachment has an unknown shape | only its content is missing; rights are read from the database again, and that client reconnects
F484 | the account's object does not answer a publish over HTTP | 503: whether it was published is unknown
F485 | memory is lost after a publish over HTTP was answered | sessions that are offline have it, and what it measured is stored
F490 | the process ends while messages are published over HTTP | a message answered with 200 or 202 is queued and retained as reported; a caller without an answer may send it again
F491 | the process ends around the deletion of a token | after its 204 nothing of it is let in, on either way, in this life or the next
F500 | a watched device connects and disconnects once a second for an hour | at most one notice that it is lost and one that it is back in each required time
F501 | a watch is changed, or paused and resumed, after it was raised | its next notice has a name of its own, and is sent
F502 | the clock is set an hour ahead or back while a watch waits | nothing is raised twice for it, and nothing cleared that was not raised
F503 | the broker is down longer than a watched series may be silent | its device has a minute to send again before it is reported
F504 | the process ends between the cause of a notice and its delivery | the notice is a row of its cause's commit: it arrives at least once, with one id
F505 | a transaction fails, memory is lost or a watch is changed in the pause after another watch cleared | a condition that holds again is still raised, at most four seconds late
F506 | the process ends between an order that waits for its owner, the answer, and the command | the answer and its command are one commit: what was allowed is published once, and nothing else
F510 | a program reads over REST many times a second, or long lists again and again | READ_RATE of an account, weighted by rows: beyond its burst 429 with the seconds to wait; changes go on
`;

/** One row a line: `number | what fails | what happens`. */
export const FAULTS: readonly Entry[] = FAULTS_TEXT.trim()
  .split("\n")
  .map((line) => {
    const [number = "", what = "", answer = ""] = line.split(" | ");
    return { number, who: "", what, answer };
  });

/** Faults that cannot happen or cannot be produced in a test, and why. */
export const NO_FAULT: Readonly<Record<string, string>> = {
  F35: "The platform itself ends such a request; passwords are hashed before the first statement of a call, so nothing is half done.",
};
