/** A file as text, imported by Vite. */
declare module "*?raw" {
  const text: string;
  export default text;
}
