const CARD = /^#(card-\d+)$/;

/** The name of a card in its page: where an address may lead to. */
export const cardAnchor = (ticker: number): string => `card-${ticker}`;

/** The card that the end of an address names, '#card-11'; undefined where it names none. */
export const anchoredCard = (hash: string): string | undefined => CARD.exec(hash)?.[1];
