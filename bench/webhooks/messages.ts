export interface Listening {
  port: number;
}
/** The requests that the receiver has answered so far. */
export interface Counted {
  requests: number;
}
