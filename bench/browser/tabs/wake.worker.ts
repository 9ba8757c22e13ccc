/** The least that one worker for all tabs can cost: it says the time to every tab, ten times a second, and nothing else. */
const ports: MessagePort[] = [];

self.addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port !== undefined) ports.push(port);
});

setInterval(() => {
  const time = performance.timeOrigin + performance.now();
  for (const port of ports) port.postMessage(time);
}, 100);
