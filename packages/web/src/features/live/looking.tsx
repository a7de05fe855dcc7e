import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tellLooks } from '../../entities/live/tell-looks.ts';

/** Reports viewer activity to the server. Renders nothing. */
export const Looking = () => {
	const { api } = useRouteContext({ from: '__root__' });
	useEffect(() => tellLooks(() => void api.operations.looking().catch(() => {})), [api]);
	return null;
};
