/** What is typed into a program, and nothing else. */

export interface Place {
  host: string;
  port: number;
  username: string;
  password: string;
}
