import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellLooks } from '../../entities/live/tell-looks.ts';

/** Lets the server know that somebody looks. Draws nothing. */
export const Looking = () => {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => tellLooks(() => void api.operations.looking().catch(() => {})), [api]);
	return null;
};
