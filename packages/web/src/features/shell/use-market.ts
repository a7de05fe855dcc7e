import { MINUTE } from '@sw/domain/time/units';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { msOf } from '../../lib/format/times.ts';
import { goesOn } from './market-state.ts';
import { type Market, marketQuery } from './queries.ts';

/** The market and the instant of its clock when the server last told it. */
export const useMarket = (): { market: Market | undefined; now: number | undefined } => {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(marketQuery(api));
	return { market: data, now: data ? msOf(data.now) : undefined };
};

/** How often the clock on screen is looked at. */
const TICK_MS = 1_000;

/** The market clock as it goes on between two answers, by the minute: only for showing the time. */
export const useGoingOn = (market: Market | undefined): number | undefined => {
	const [shown, setShown] = useState<{ market: Market; now: number }>();
	useEffect(() => {
		if (!market || market.speed === 0) return undefined;
		const from = performance.now();
		const timer = setInterval(() => {
			const now = Math.floor(goesOn(market, performance.now() - from) / MINUTE) * MINUTE;
			setShown((before) => (before?.market === market && before.now === now ? before : { market, now }));
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [market]);
	return shown !== undefined && shown.market === market ? shown.now : market && msOf(market.now);
};
