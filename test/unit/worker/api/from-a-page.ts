/** Headers of Chromium's `POST` that distinguish a page from a program. */
export const FROM_A_PAGE = {
  Origin: "http://api.test",
  "Sec-Fetch-Site": "same-origin",
  "Sec-Fetch-Mode": "cors",
  "User-Agent":
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
};
