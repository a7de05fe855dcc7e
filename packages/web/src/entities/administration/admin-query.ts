import { keepPreviousData } from '@tanstack/react-query';

/** The first part of the key of each query of the administration: an act of one page changes what others show. */
export const ADMIN = ['admin'] as const;

/** Admin pages are always fetched again; the previous answer stays until the next one arrives. */
export const LIVE = { placeholderData: keepPreviousData, staleTime: 0 } as const;
