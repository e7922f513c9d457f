/** What is used of the interpreter, whose package has no types. */
declare module "@micropython/micropython-webassembly-pyscript/micropython.mjs" {
  interface MicroPython {
    FS: { mkdir(path: string): void; writeFile(path: string, data: Uint8Array): void };
    registerJsModule(name: string, module: object): void;
    runPython(code: string): unknown;
  }
  export function loadMicroPython(options: {
    stdout(line: string): void;
    linebuffer: boolean;
  }): Promise<MicroPython>;
}
