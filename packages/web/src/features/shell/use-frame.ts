import { MINUTE } from '@sw/domain/time/units';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Frame, frameQuery, type MarketClock } from '../../entities/frame/frame-query.ts';
import { msOf } from '../../lib/format/times.ts';
import { clockAfter } from './market-clock.ts';

/** The latest answer for the frame around the pages. */
export function useFrame(): Frame | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	return useQuery(frameQuery(api)).data;
}

/** The market clock's instant at the latest answer. */
export function useMarketNow(): number | undefined {
	const frame = useFrame();
	return frame && msOf(frame.now);
}

/** Update interval of the displayed clock. */
const TICK_MS = 1_000;

/** The market clock between two answers, by the minute: only for display. */
export function useRunningClock(clock: MarketClock | undefined): number | undefined {
	const [shown, setShown] = useState<{ clock: MarketClock; now: number }>();
	useEffect(() => {
		if (!clock || clock.speed === 0) return undefined;
		const from = performance.now();
		const timer = setInterval(() => {
			const now = Math.floor(clockAfter(clock, performance.now() - from) / MINUTE) * MINUTE;
			setShown((before) => (before?.clock === clock && before.now === now ? before : { clock, now }));
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [clock]);
	return shown !== undefined && shown.clock === clock ? shown.now : clock && msOf(clock.now);
}
