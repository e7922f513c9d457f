/**
 * A screen often waits for a lazily loaded chunk, which takes time beside a browser and a crash campaign.
 */

import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 15_000 });
// missing in jsdom
if (typeof Element !== "undefined") Element.prototype.scrollIntoView ??= () => {};
