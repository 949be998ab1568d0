/** The element's files at `path` of the site: `mmscope` where nothing is said. */
export default function mmScope(options?: { path?: string }): {
  name: string;
  configResolved: (config: never) => void;
  configureServer: (server: never) => void;
  closeBundle: () => Promise<void>;
};
