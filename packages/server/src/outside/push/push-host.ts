/** Whether an endpoint is on a push service that the operator allows: '*.example.com' means every host below it. */
export const isPushHost = (host: string, allowed: readonly string[]): boolean =>
	allowed.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) && host.length > one.length - 1 : host === one));

/** Valid endpoints are like those of browsers: https, the default port, no credentials. */
export const endpointFault = (endpoint: string, allowed: readonly string[]): string | undefined => {
	const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
	if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
		return 'must be the https address provided by the browser';
	return isPushHost(url.hostname, allowed) ? undefined : "This site doesn't send to this push service.";
};
