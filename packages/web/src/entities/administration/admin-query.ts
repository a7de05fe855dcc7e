import { keepPreviousData } from '@tanstack/react-query';

/** First part of the key of every administration query: an action on one page changes what others show. */
export const ADMIN = ['admin'] as const;

/** Admin pages are always fetched again; the previous answer stays until the next one arrives. */
export const LIVE = { placeholderData: keepPreviousData, staleTime: 0 } as const;
