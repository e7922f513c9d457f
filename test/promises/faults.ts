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
F15 | the alarm rings an hour late | nobody is ended at once
F16 | the clock jumps forward | nobody is ended at once
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
F28 | packets come in pieces of a byte | read; never more kept than a packet may be long
F29 | a text frame | closed with 1003
F30 | packets before CONNECT is answered | they wait, up to a limit
F31 | the notice of a change of rights is lost | found within a minute
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
F61 | Node is too old to install or to run the product | one sentence says which is needed, and nothing half works
F62 | an account is exported that a Mosquitto cannot hold whole | what it can is exported and works; what is left out, and what is other there, is said in the files and by the command
F63 | a reset clears an account whose broker cannot be told | 503, nothing was changed, and the link still works
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
F79 | the local database is lost, emptied or cut short | the start refuses and says what to do, instead of beginning as an empty product
F80 | brokers do not open, or do not respond | health reports it: it opens a test broker, and counts failures that the isolate has seen within a minute
F81 | a key is changed, and values need the old one | no key is written over or dropped that a value needs; one value that no key opens hides no other
F82 | retained messages exceed what a reader takes at once, and are written again meanwhile | all arrive, once, in the order of their topics' last writes, with messages that the reader missed
F83 | a row that a reader waits for is deleted, and another message gets its number | the new message is delivered as new, once
F84 | a message is as large as a packet may be | it is delivered, queued and retained like any other, also where it fills the queue alone
F86 | a file of the page cannot be fetched, and no release is the reason | said in place, the page stays and goes on, and the part comes with the network
F87 | the first load of a list fails | said without a flicker until it succeeds; what is not known is not called empty
F88 | the server is gone while the page is open | presence, states and the connection are shown as not known; nothing stays green
F89 | a device is switched while somebody edits it | it stays as it was switched, unless the editor touched its state
F90 | the object sleeps or is thrown out of memory while events are summed | the sum is there, and goes on
F91 | the database is down while events are summed | no effect; every sum is recorded once, in order
F92 | the clock jumps back while events are summed | the sum ends with the device's next event
F93 | the page is slow, and the user types into a form at the moment of its appearance | every character is kept
F94 | the page is slow, and the user types on while an earlier search updates the address | the typed text stays, and is searched for
F120 | a new release starts on the data of 0.1.0 | every answer is as it was, everyone connects, what waited is given
F130 | plain bytes come to the bridge's TLS port | that client is ended and counted; the next one is served
F131 | the bridge's certificate is replaced while clients talk | who comes next is served the new one, who is here stays
F132 | the broker fails, and every client of a bridge comes again at once | one try after the other, ever further apart and with jitter; the first that works opens the way to all who wait
F133 | a bridge gets SIGTERM | it refuses new clients, disconnects the others one after the other, and reports it on /health; a second signal ends it at once
F191 | a deployment fails in the middle | each step leaves alone what is there, and the next run goes on from it
F192 | the Worker's secrets are gone, or its database is another one | nothing is deployed: a new key would open nothing, another database would be empty
F193 | a key is dropped that an account's object has passwords sealed with, in its copy of the rights | the database has them sealed with the next key, and is read again
F194 | the key is turned that API keys are looked up by | each is looked for with every key until the jobs have looked all up with the new one; none is dropped before
F195 | a key rotates, and an object has the previous secrets for five more minutes | the new key is used from ten minutes on, and opens at once
F200 | the database fails between what an operator did and the note of what came of it | it is done, and its row says that nobody knows what came of it
F201 | an account's object restarts between the announcement of a suspension and its commit | it lets nobody in before it has read the rights again, and then nobody
F202 | an account's object does not answer when it is to be suspended | 503, nothing is done; the operator sees the account without what its object knows
F210 | an object sleeps with unreported metrics | a connection's counts and the reported part lie in its attachment; the rest is reported later, once
F211 | where points are kept does not answer | nobody waits for it and no answer fails; what was counted meanwhile is lost
F212 | what was counted cannot be read, because a secret is missing or refused | 503 with a sentence that says which to set; no token is in it
F213 | the jobs do not run, or one of them fails each time | a run leaves its time and the names of those that failed; the doctor says so, and what to do
F214 | new code runs on a database that has not had its migrations | the doctor names those that are missing
F215 | metrics are deployed to an account in which Analytics Engine was never opened | the deployment says how to open it, and goes on without
F216 | samples come late, double, out of order, and the object naps while they are put into blocks | what is done twice changes nothing; every resolution is what a plain list says
F217 | telemetry is no JSON, has NaN or an invalid number, a wrong clock, or one series too many | delivered, not stored, one event in ten seconds
F218 | the object sleeps, or restarts itself, with samples that are not written | they lie in their connection's attachment; before a restart of its own all are written
F219 | the machine fails between two writes of samples | of QoS 0 those of the last minute are missing; those at QoS 1 were written before they were acknowledged
F246 | a sensor falls silent | its value stays, greyed and called overdue, once it is older than three of its usual intervals
F247 | samples are missing in the middle of a series | the line ends and begins again; nothing is drawn across what nobody measured
F248 | a device was switched before the stretch that a chart shows | the events before it tell how it stood; where they are not known, nothing is claimed
F249 | a device tells its values faster than anybody can look | the page asks for them at most once a second, and once more after the last
F256 | a planned local time does not exist, because clocks go forward | it runs once, at the next minute that there is
F257 | a planned local time exists twice, because clocks go back | it runs once, the first time
F258 | the sun rises at another time each day | the time is computed for the place and the day, once a day
F259 | the sun neither rises nor sets for weeks | such days are passed by
F260 | the service is away at a planned time, for less than the grace | it runs late, and its row says when
F261 | the service is away for longer, and what was missed is skipped | one run says how many planned times were missed, and nothing is done
F262 | the same, and what was missed is made up for once | the latest runs, those before it are superseded
F263 | killed at the very moment of a planned time | the row, the command and the next time stand together or not at all: nothing twice, nothing lost
F264 | a hundred schedules are due in the same second | each runs within it, in the order planned
F265 | the object sleeps at a planned time | its alarm wakes it
F266 | a schedule changes, is paused or deleted between plan and run | what was due before runs by the old words, what comes after by the new ones
F267 | a device is deleted with its schedules | nothing of them runs, and nothing is left of them
F268 | what a schedule is due by fails | it keeps no other from running, and is looked at again
F269 | the clock jumps back over a planned time | it does not run a second time
F270 | two ends of a device's being on are planned | the earlier "off" wins
F271 | an account is suspended at a planned time | nothing is switched, then or later, and its row says that it was missed
F272 | a schedule that switched is renamed or deleted afterwards | its events name it as it is called, or was last, for as long as there are any
F273 | an account is suspended before a device switches off by itself | it switches off at its time, and gets the command after the suspension
F276 | what announces a device is no JSON, or JSON of another shape | it is listed with the reason, or not at all; nothing else of the list is lost
F277 | a found device reports its state while a command is on its way to it | a report that contradicts a command of the last ten seconds describes the state before it: no switch, and no proof
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
F330 | a program takes a user name or password that somebody chose for a command, or for something else than text | the lines to paste quote it, or are left out
F331 | a device behind Zigbee2MQTT is unplugged | the lines to paste have Zigbee2MQTT say so, and it is not shown as connected
F332 | somebody else answers in the broker's place | a program set up by the lines to paste checks whom it talks to, wherever there is TLS
F333 | a week of runs is looked at, and one in the middle was missed | each run, miss and next time has its mark on the device's band, not the last one alone
F334 | a discovered device is online without its own connection, and is requested alone | the response has the same fields: online since, announced by, topics
F335 | a device of another make has no connections here | the band shows when it said that it was there, and not that it never was
F350 | the network goes before a dialog, the palette or a toast was ever wanted | their code was fetched in the first screen's idle moments: they open and speak; that it could not be fetched reloads no page
F351 | the page is loaded anew while the server is away | it comes from what the browser kept, with the lists as they were last answered, grey and with their time, and goes on when one call is answered
F352 | a release is deployed while a browser keeps the page of the one before | the index is the network's whenever it can be had; a page that was kept says nothing to the API before it has seen the deployed index, and makes way for the new one
F353 | the network takes the page's request and does not answer | the kept page comes after five seconds
F354 | the service worker itself is wrong | a release without one takes it away, with all that it kept
F355 | the user logs out while the server is down | the page reports that the session is still open, and ends it when the server is back, also after a reload
F356 | the page's API key is deleted elsewhere | the page uses the next one, or reports that none is left
F357 | the last place goes while somebody registers | the waitlist has the address that they typed
F370 | nobody tells the page of a newer command, and the list shows the device otherwise | what was said of the press here is not said beside it
F371 | a virtual device runs in the page while the list still shows its device as offline | the screen shows Connected
F372 | somebody asks too often | what is to wait counts down and is read out once; the button is back when it is over, and that is said
F373 | the link of an email cannot be checked, because the API is down | it is not called expired, and a retry is offered
F374 | the local runtime makes up a place that clients come from | the local product does not show it
F375 | a topic or a user name is taken | it is said which, and by what
F376 | an address filters by what is not, a device was silent for long, a bar is a hundredth of another | the first is said and left out, the other two are there to be seen
F377 | a device did what it may not | its event leads to what was refused then, or says why nothing of it is there
F378 | somebody searches the guide by the browser, or prints it | programs that are not chosen are found and shown, and all of them are on paper
F379 | names and topics are as long as they may be, or a press goes beside a dialog with something typed in it | its buttons stay in view and nothing moves sideways; it asks before anything typed is gone
F390 | what has the focus goes away: a deleted row, a form that is done, a screen that is left | a heading near by takes it, never the body
F391 | a name is written from right to left, or in signs of several parts | it keeps its direction and its beginning, and turns over nothing beside it
F392 | somebody hears the page and does not see it | each save, deletion and new key is read out, also while a dialog is open
F393 | somebody presses with a finger | levers, places to go and the button that a screen is there for are 44 pixels large
F394 | somebody has colours of their own | a lit lamp differs from a dark one, and what is marked has a frame
F395 | somebody wants the product on a phone | only \`npm start -- --lan\` opens it to the network, and says where a phone finds it
F396 | a page is open on the desk's own name for itself, or on a phone without TLS | a code that a phone reads leads to where the phone reaches it, or what to type stands in its place; the lamp works there
F397 | a first device takes its first command, on whatever screen | that is celebrated once, read out, and moves nothing
F410 | the page's script is slow to come | the landing page is painted without it, in the visitor's theme, and its links lead on
F411 | somebody who is signed in opens the landing page, or its file is served at another address | nobody sees for a moment what is painted for strangers
F412 | somebody has no pointer, or hears the menu | it is opened, walked, used and left by keys alone, and the focus is back where it was
F430 | npm keeps an option that was typed without two dashes before it, or an option is misspelt | nothing is done, and how it is typed is said: a dry run is never a deployment
F431 | a certificate and a key that do not fit each other, of whatever kinds, stand in the bridge's files | it does not start with them, and keeps the pair that it has until they fit
F432 | what the bridge's certificate lies in could not be read for a moment, and then can, unchanged | it is read again, and the log says so
F433 | somebody renews the bridge's certificate and sends SIGHUP, as other servers want it | it is read at once, and nobody is ended
F434 | a bridge's key is not one that the Worker believes, or its clock is off | the bridge says so in its log and counts it, and again when it is believed
F435 | a device is refused for a reason that passes: a suspended account, a busy broker, too many tries | it tries again, and says why it waits
F436 | an operator's keys are rotated, or have names, and the shell is to be told one | it takes the first key alone: what asks with it is not refused
F437 | a secret of the Worker is lost, or was put there wrongly | its health is 503 like all that needs it, and the doctor names it
F438 | a desk's data is there, and the secrets that it is sealed with are not | npm start makes no others beside it, and says so
F440 | an announcement of a device is so long, or repeats itself so often, that reading it takes the runtime's memory | it is measured before it is parsed, and listed with the reason why it is not read
F441 | thousands of devices announce themselves | the list has 200 rows and 256 KB at most, is read in slices, and says that there are more
F442 | somebody adopts as many discovered devices as there may be devices | they have a limit of their own, and devices keep theirs
F443 | an announcement names another device's topic, or one that nobody may publish to, for its commands | it is listed with that reason, and is not adopted
F444 | Home Assistant starts, or a value keeps silent for longer than its habit | it is sent the last values again, without measuring them again; one that is overdue is not sent, and expires there
F450 | the service is away for a day, with hundreds of schedules, and rights change when it is back | each schedule has one run of all that was missed; the change waits for one slice
F451 | the turn of a planned time fails again and again | it is tried after 5 seconds, and after twice as long each time, and has failed after five; no other waits
F452 | what a deadline does fails again and again | it is tried after 5 seconds and twice as long each time, up to an hour; the others ring
F460 | a program changes something over REST many times a second | CHANGE_RATE of an account: beyond its burst 429 with the seconds to wait; reading goes on
F461 | several devices behind one address try a credential's old password for ever | a client that was let in from there with that name in the last hour gets in all the same; others wait
F462 | the object hibernates while a name is blocked at an address | the block stays, and so do the clients that are let in all the same: they are stored with it
F470 | a client repeats one QoS 2 message for ever | each repeat counts against the publish rate, and is never denied: its packet id stays taken
F471 | a client of MQTT 3.1 subscribes where it may not | it is granted QoS 0 and gets nothing; the log says so
F472 | a topic or response topic is as long as a packet can hold, and its view makes it longer | its publisher gets 0x90, and no other client is affected
F473 | a message that no packet can hold waits in storage | it is dropped for its reader, counted and logged once; subscribers and kept sessions go on
F474 | the user properties of one packet are longer than a row can hold | 0x97: one message is denied, any other packet ends its connection
F480 | one login of an account, or one device, takes all that it gets of connections, retained messages or series | it gets at most as much as it leaves to all others, a device 32 series; a refusal says so, and nobody loses what they have
F481 | an account writes more rows on a day than it may | what has to be written down is refused until midnight UTC, over MQTT and REST, one row and one line say so; QoS 0 goes on
F482 | memory is lost while samples older than are kept are put into minutes and hours | no block is deleted before that is done, so they count once
F483 | a row or an attachment has a shape that the code does not know | only what stands in it is missing, and rights are read from the database again; that client connects again
F484 | the account's object does not answer a publish over HTTP | 503 says that nobody knows whether it was published
F485 | memory is lost after a publish over HTTP was answered | sessions that are offline have it, and what it measured is stored
F490 | the process ends while messages are published over HTTP | what was answered 200 or 202 is queued and retained as it said; a caller without an answer may send it again
F491 | the process ends around the deletion of a token | after its 204 nothing of it is let in, on either way, in this life or the next
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
