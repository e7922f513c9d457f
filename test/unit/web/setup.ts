/** What a screen waits for is often a chunk that is loaded when it is wanted: beside a browser and a crash campaign that takes its time. */

import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 15_000 });
