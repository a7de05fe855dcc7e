import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reportViewing } from '../../entities/live/report-viewing.ts';

/** Reports viewer activity to the server. Renders nothing. */
export function ViewingReporter() {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => reportViewing(() => void api.operations.looking().catch(() => {})), [api]);
	return null;
}
