/**
 * The main city of each time zone, from `zone.tab` of tzdata 2025b (public domain), with the names that browsers still
 * use for renamed zones. Each line is an area; each city has its latitude and longitude in tenths of a degree. Loaded
 * when a person asks for one.
 */

import type { Coordinates } from "../../../../../broker/contract/schedule.ts";

const PLACES = `
Africa:Abidjan 53 -40,Accra 56 -2,Addis_Ababa 90 387,Algiers 368 31,Asmara 153 389,Asmera 153 389,Bamako 127 -80
Africa:Bangui 44 186,Banjul 135 -166,Bissau 119 -156,Blantyre -158 350,Brazzaville -43 153,Bujumbura -34 294
Africa:Cairo 301 313,Casablanca 337 -76,Ceuta 359 -53,Conakry 95 -137,Dakar 147 -174,Dar_es_Salaam -68 393
Africa:Djibouti 116 432,Douala 41 97,El_Aaiun 272 -132,Freetown 85 -132,Gaborone -246 259,Harare -178 311
Africa:Johannesburg -262 280,Juba 49 316,Kampala 3 324,Khartoum 156 325,Kigali -19 301,Kinshasa -43 153,Lagos 65 34
Africa:Libreville 4 95,Lome 61 12,Luanda -88 132,Lubumbashi -117 275,Lusaka -154 283,Malabo 38 88,Maputo -260 326
Africa:Maseru -295 275,Mbabane -263 311,Mogadishu 21 454,Monrovia 63 -108,Nairobi -13 368,Ndjamena 121 151
Africa:Niamey 135 21,Nouakchott 181 -159,Ouagadougou 124 -15,Porto-Novo 65 26,Sao_Tome 3 67,Tripoli 329 132
Africa:Tunis 368 102,Windhoek -226 171
America:Adak 519 -1767,Anchorage 612 -1499,Anguilla 182 -631,Antigua 171 -618,Araguaina -72 -482
America:Argentina/Buenos_Aires -346 -584,Argentina/Catamarca -285 -658,Argentina/Cordoba -314 -642
America:Argentina/Jujuy -242 -653,Argentina/La_Rioja -294 -668,Argentina/Mendoza -329 -688
America:Argentina/Rio_Gallegos -516 -692,Argentina/Salta -248 -654,Argentina/San_Juan -315 -685
America:Argentina/San_Luis -333 -663,Argentina/Tucuman -268 -652,Argentina/Ushuaia -548 -683,Aruba 125 -700
America:Asuncion -253 -577,Atikokan 488 -916,Bahia -130 -385,Bahia_Banderas 208 -1052,Barbados 131 -596
America:Belem -14 -485,Belize 175 -882,Blanc-Sablon 514 -571,Boa_Vista 28 -607,Bogota 46 -741,Boise 436 -1162
America:Buenos_Aires -346 -584,Cambridge_Bay 691 -1051,Campo_Grande -204 -546,Cancun 211 -868,Caracas 105 -669
America:Catamarca -285 -658,Cayenne 49 -523,Cayman 193 -814,Chicago 419 -876,Chihuahua 286 -1061
America:Ciudad_Juarez 317 -1065,Coral_Harbour 488 -916,Cordoba -314 -642,Costa_Rica 99 -841,Coyhaique -456 -721
America:Creston 491 -1165,Cuiaba -156 -561,Curacao 122 -690,Danmarkshavn 768 -187,Dawson 641 -1394
America:Dawson_Creek 558 -1202,Denver 397 -1050,Detroit 423 -830,Dominica 153 -614,Edmonton 536 -1135
America:Eirunepe -67 -699,El_Salvador 137 -892,Fort_Nelson 588 -1227,Fortaleza -37 -385,Glace_Bay 462 -599
America:Godthab 642 -517,Goose_Bay 533 -604,Grand_Turk 215 -711,Grenada 121 -617,Guadeloupe 162 -615
America:Guatemala 146 -905,Guayaquil -22 -798,Guyana 68 -582,Halifax 447 -636,Havana 231 -824,Hermosillo 291 -1110
America:Indiana/Indianapolis 398 -862,Indiana/Knox 413 -866,Indiana/Marengo 384 -863,Indiana/Petersburg 385 -873
America:Indiana/Tell_City 380 -868,Indiana/Vevay 387 -851,Indiana/Vincennes 387 -875,Indiana/Winamac 411 -866
America:Indianapolis 398 -862,Inuvik 683 -1337,Iqaluit 637 -685,Jamaica 180 -768,Jujuy -242 -653,Juneau 583 -1344
America:Kentucky/Louisville 383 -858,Kentucky/Monticello 368 -848,Kralendijk 122 -683,La_Paz -165 -681
America:Lima -120 -770,Los_Angeles 341 -1182,Louisville 383 -858,Lower_Princes 181 -630,Maceio -97 -357
America:Managua 122 -863,Manaus -31 -600,Marigot 181 -631,Martinique 146 -611,Matamoros 258 -975,Mazatlan 232 -1064
America:Mendoza -329 -688,Menominee 451 -876,Merida 210 -896,Metlakatla 551 -1316,Mexico_City 194 -991
America:Miquelon 471 -563,Moncton 461 -648,Monterrey 257 -1003,Montevideo -349 -562,Montserrat 167 -622
America:Nassau 251 -773,New_York 407 -740,Nome 645 -1654,Noronha -38 -324,North_Dakota/Beulah 473 -1018
America:North_Dakota/Center 471 -1013,North_Dakota/New_Salem 468 -1014,Nuuk 642 -517,Ojinaga 296 -1044
America:Panama 90 -795,Paramaribo 58 -552,Phoenix 334 -1121,Port-au-Prince 185 -723,Port_of_Spain 107 -615
America:Porto_Velho -88 -639,Puerto_Rico 185 -661,Punta_Arenas -531 -709,Rankin_Inlet 628 -921,Recife -80 -349
America:Regina 504 -1046,Resolute 747 -948,Rio_Branco -100 -678,Santarem -24 -549,Santiago -334 -707
America:Santo_Domingo 185 -699,Sao_Paulo -235 -466,Scoresbysund 705 -220,Sitka 572 -1353,St_Barthelemy 179 -628
America:St_Johns 476 -527,St_Kitts 173 -627,St_Lucia 140 -610,St_Thomas 184 -649,St_Vincent 132 -612
America:Swift_Current 503 -1078,Tegucigalpa 141 -872,Thule 766 -688,Tijuana 325 -1170,Toronto 437 -794
America:Tortola 185 -646,Vancouver 493 -1231,Whitehorse 607 -1350,Winnipeg 499 -971,Yakutat 595 -1397
Antarctica:Casey -663 1105,Davis -686 780,DumontDUrville -667 1400,Macquarie -545 1590,Mawson -676 629
Antarctica:McMurdo -778 1666,Palmer -648 -641,Rothera -676 -681,Syowa -690 396,Troll -720 25,Vostok -784 1069
Arctic:Longyearbyen 780 160
Asia:Aden 128 452,Almaty 433 770,Amman 320 359,Anadyr 648 1775,Aqtau 445 503,Aqtobe 503 572,Ashgabat 380 584
Asia:Atyrau 471 519,Baghdad 334 444,Bahrain 264 506,Baku 404 499,Bangkok 138 1005,Barnaul 534 838,Beirut 339 355
Asia:Bishkek 429 746,Brunei 49 1149,Calcutta 225 884,Chita 521 1135,Colombo 69 799,Damascus 335 363,Dhaka 237 904
Asia:Dili -85 1256,Dubai 253 553,Dushanbe 386 688,Famagusta 351 340,Gaza 315 345,Hebron 315 351
Asia:Ho_Chi_Minh 108 1067,Hong_Kong 223 1142,Hovd 480 917,Irkutsk 523 1043,Jakarta -62 1068,Jayapura -25 1407
Asia:Jerusalem 318 352,Kabul 345 692,Kamchatka 530 1587,Karachi 249 671,Kathmandu 277 853,Katmandu 277 853
Asia:Khandyga 627 1356,Kolkata 225 884,Krasnoyarsk 560 928,Kuala_Lumpur 32 1017,Kuching 16 1103,Kuwait 293 480
Asia:Macau 222 1135,Magadan 596 1508,Makassar -51 1194,Manila 146 1210,Muscat 236 586,Nicosia 352 334
Asia:Novokuznetsk 538 871,Novosibirsk 550 829,Omsk 550 734,Oral 512 514,Phnom_Penh 116 1049,Pontianak 0 1093
Asia:Pyongyang 390 1258,Qatar 253 515,Qostanay 532 636,Qyzylorda 448 655,Rangoon 168 962,Riyadh 246 467
Asia:Saigon 108 1067,Sakhalin 470 1427,Samarkand 397 668,Seoul 376 1270,Shanghai 312 1215,Singapore 13 1039
Asia:Srednekolymsk 675 1537,Taipei 251 1215,Tashkent 413 693,Tbilisi 417 448,Tehran 357 514,Thimphu 275 897
Asia:Tokyo 357 1397,Tomsk 565 850,Ulaanbaatar 479 1069,Urumqi 438 876,Ust-Nera 646 1432,Vientiane 180 1026
Asia:Vladivostok 432 1319,Yakutsk 620 1297,Yangon 168 962,Yekaterinburg 569 606,Yerevan 402 445
Atlantic:Azores 377 -257,Bermuda 323 -648,Canary 281 -154,Cape_Verde 149 -235,Faeroe 620 -68,Faroe 620 -68
Atlantic:Madeira 326 -169,Reykjavik 642 -218,South_Georgia -543 -365,St_Helena -159 -57,Stanley -517 -578
Australia:Adelaide -349 1386,Brisbane -275 1530,Broken_Hill -319 1415,Darwin -125 1308,Eucla -317 1289
Australia:Hobart -429 1473,Lindeman -203 1490,Lord_Howe -315 1591,Melbourne -378 1450,Perth -319 1159
Australia:Sydney -339 1512
Europe:Amsterdam 524 49,Andorra 425 15,Astrakhan 464 481,Athens 380 237,Belgrade 448 205,Berlin 525 134
Europe:Bratislava 482 171,Brussels 508 43,Bucharest 444 261,Budapest 475 191,Busingen 477 87,Chisinau 470 288
Europe:Copenhagen 557 126,Dublin 533 -62,Gibraltar 361 -53,Guernsey 495 -25,Helsinki 602 250,Isle_of_Man 542 -45
Europe:Istanbul 410 290,Jersey 492 -21,Kaliningrad 547 205,Kiev 504 305,Kirov 586 497,Kyiv 504 305,Lisbon 387 -91
Europe:Ljubljana 461 145,London 515 -1,Luxembourg 496 62,Madrid 404 -37,Malta 359 145,Mariehamn 601 200
Europe:Minsk 539 276,Monaco 437 74,Moscow 558 376,Oslo 599 108,Paris 489 23,Podgorica 424 193,Prague 501 144
Europe:Riga 570 241,Rome 419 125,Samara 532 502,San_Marino 439 125,Sarajevo 439 184,Saratov 516 460
Europe:Simferopol 450 341,Skopje 420 214,Sofia 427 233,Stockholm 593 181,Tallinn 594 248,Tirane 413 198
Europe:Ulyanovsk 543 484,Vaduz 472 95,Vatican 419 125,Vienna 482 163,Vilnius 547 253,Volgograd 487 444
Europe:Warsaw 523 210,Zagreb 458 160,Zurich 474 85
Indian:Antananarivo -189 475,Chagos -73 724,Christmas -104 1057,Cocos -122 969,Comoro -117 433,Kerguelen -494 702
Indian:Mahe -47 555,Maldives 42 735,Mauritius -202 575,Mayotte -128 452,Reunion -209 555
Pacific:Apia -138 -1717,Auckland -369 1748,Bougainville -62 1556,Chatham -439 -1765,Chuuk 74 1518,Easter -271 -1094
Pacific:Efate -177 1684,Enderbury -28 -1717,Fakaofo -94 -1712,Fiji -181 1784,Funafuti -85 1792,Galapagos -9 -896
Pacific:Gambier -231 -1349,Guadalcanal -95 1602,Guam 135 1448,Honolulu 213 -1579,Kanton -28 -1717
Pacific:Kiritimati 19 -1573,Kosrae 53 1630,Kwajalein 91 1673,Majuro 72 1712,Marquesas -90 -1395,Midway 282 -1774
Pacific:Nauru -5 1669,Niue -190 -1699,Norfolk -290 1680,Noumea -223 1665,Pago_Pago -143 -1707,Palau 73 1345
Pacific:Pitcairn -251 -1301,Pohnpei 70 1582,Ponape 70 1582,Port_Moresby -95 1472,Rarotonga -212 -1598
Pacific:Saipan 152 1458,Tahiti -175 -1496,Tarawa 14 1730,Tongatapu -211 -1752,Truk 74 1518,Wake 193 1666
Pacific:Wallis -133 -1762
`;

/** Null for an unknown zone. */
export function placeOfZone(timeZone: string): Coordinates | null {
  const [area = "", ...city] = timeZone.split("/");
  const name = city.join("/");
  for (const line of PLACES.split("\n")) {
    if (!line.startsWith(`${area}:`)) continue;
    const found = line
      .slice(area.length + 1)
      .split(",")
      .map((each) => each.split(" "))
      .find(([each]) => each === name);
    if (found !== undefined) return { lat: Number(found[1]) / 10, lon: Number(found[2]) / 10 };
  }
  return null;
}
