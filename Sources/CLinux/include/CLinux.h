// What glibc's Swift module does not show: epoll, eventfd, signalfd and accept4 (a GNU extension).
#ifndef CLINUX_H
#define CLINUX_H

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

// Declared here: glibc shows these under _GNU_SOURCE only, and defining it would make this module's view of the system
// headers differ from the Glibc module's.
int pthread_setname_np(pthread_t thread, const char *name);
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

#endif
