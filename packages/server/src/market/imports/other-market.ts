/** Thrown when a data folder holds another market than the one asked for. */
export class OtherMarket extends Error {}
