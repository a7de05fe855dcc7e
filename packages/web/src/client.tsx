import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { apiErrors } from './lib/api/error-codec.ts';
import { getRouter } from './router.tsx';

// Replaces the framework's client entry, which includes the codec of server functions; this application has none.
const router = getRouter();
router.options.serializationAdapters = [apiErrors];

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<RouterClient router={router} />
		</StrictMode>,
	);
});
