import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractRoutes } from './plugins/contract-routes.ts';
import { precompress } from './plugins/precompress.ts';

/** One configuration for `vite build` and for the development server, which the API process hosts in middleware mode. */
export default defineConfig({
	plugins: [
		tanstackStart({ router: { quoteStyle: 'single', semicolons: true }, server: { entry: './server.ts' } }),
		react(),
		contractRoutes(),
		precompress('dist/client'),
	],
	build: { outDir: 'dist', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 700 },
	server: { fs: { allow: ['../..'] } },
});
